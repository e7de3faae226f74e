// Plain JavaScript: a worker thread starts without the TypeScript loader, and the build copies this file beside its bundle.
import { compareSync, hashSync } from 'bcryptjs'

export const hash = ({ plain, cost }) => hashSync(plain, cost)

export const verify = ({ plain, hash }) => compareSync(plain, hash)
