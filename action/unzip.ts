import { inflateRawSync } from "node:zlib"

/**
 * Takes the one file out of a zip, in memory: no name in it becomes a path, and no size in it is believed.
 *
 * @throws {Error} it is no zip of one file, or the file is larger than `maxBytes`
 */
export function unzip(zip: Buffer, maxBytes: number): Buffer {
  const end = zip.lastIndexOf("PK\u0005\u0006", undefined, "latin1")
  if (end === -1 || zip.readUInt16LE(end + 10) !== 1) throw new Error("it is no zip of one file")
  // Sizes are in the directory alone where the zip was written as a stream.
  const entry = zip.readUInt32LE(end + 16)
  const [method, size] = [zip.readUInt16LE(entry + 10), zip.readUInt32LE(entry + 20)]
  const local = zip.readUInt32LE(entry + 42)
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const packed = zip.subarray(start, start + size)
  if (method === 8) return inflateRawSync(packed, { maxOutputLength: maxBytes })
  if (method !== 0 || packed.length > maxBytes) throw new Error("it is packed in another way, or too large")
  return packed
}
