import { Server } from 'node:net'

// Sends this process a SIGTERM in the very moment in which it begins to listen.
const emit = Server.prototype.emit
Server.prototype.emit = function (event, ...details) {
  if (event === 'listening' && this.address()?.port) process.kill(process.pid, 'SIGTERM')
  return emit.call(this, event, ...details)
}
