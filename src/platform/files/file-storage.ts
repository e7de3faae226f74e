/** Keeps files by name, such as `a1b2/c3.webp`. A file is written whole or not at all, and never changes. */
export interface FileStorage {
  /** Null when there is no such file. @throws Problem UNAVAILABLE when the storage does not answer */
  read(name: string): Promise<Buffer | null>
  /** Writing a file that is there already does nothing. @throws Problem UNAVAILABLE as above */
  write(name: string, bytes: Buffer, contentType: string): Promise<void>
  /** Removing a file that is not there does nothing. @throws Problem UNAVAILABLE as above */
  remove(name: string): Promise<void>
}
