// Prints when the process ends whether hooks are called for its promises, which Node 20 then gives an id each.
process.on('exit', () => {
  const isOn = Object.getOwnPropertySymbols(Promise.resolve()).length > 0
  process.stderr.write(`promise hooks: ${isOn ? 'on' : 'off'}\n`)
})
