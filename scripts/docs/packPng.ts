import { crc32, deflateSync, inflateSync } from "node:zlib"

const signatureLength = 8
const bytesOfPixel = 3
const mostColors = 256

/**
 * Makes a screenshot a fifth of its size: with a palette instead of a color a pixel. It takes what Chromium writes, which is 8 bits a channel
 * without transparency, and rounds colors until they fit into a palette.
 */
export function packPng(png: Buffer): Buffer {
  const chunks = readChunks(png)
  const [header] = chunks.flatMap(({ type, data }) => (type === "IHDR" ? [data] : []))
  if (header?.[9] !== 2) throw new Error("The picture is not RGB.")
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const packed = chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data)
  const pixels = unfilter(inflateSync(Buffer.concat(packed)), width * bytesOfPixel)
  const { palette, indexes } = toPalette(pixels)
  const lines = Array.from({ length: height }, (_, row) =>
    Buffer.concat([Buffer.of(0), indexes.subarray(row * width, (row + 1) * width)]),
  )
  const ownHeader = Buffer.from(header)
  ownHeader[9] = 3
  return Buffer.concat([
    png.subarray(0, signatureLength),
    toChunk("IHDR", ownHeader),
    toChunk("PLTE", palette),
    toChunk("IDAT", deflateSync(Buffer.concat(lines), { level: 9 })),
    toChunk("IEND", Buffer.alloc(0)),
  ])
}

function readChunks(png: Buffer): { readonly type: string; readonly data: Buffer }[] {
  const chunks = []
  for (let start = signatureLength; start < png.length;) {
    const length = png.readUInt32BE(start)
    chunks.push({
      type: png.toString("latin1", start + 4, start + 8),
      data: png.subarray(start + 8, start + 8 + length),
    })
    start += 12 + length
  }
  return chunks
}

/** Undoes the filter of each line, which the first byte of the line names. */
function unfilter(data: Buffer, lineLength: number): Buffer {
  const lines = data.length / (lineLength + 1)
  const pixels = Buffer.alloc(lines * lineLength)
  for (let line = 0; line < lines; line += 1) {
    const filter = data[line * (lineLength + 1)]
    for (let at = 0; at < lineLength; at += 1) {
      const place = line * lineLength + at
      const left = at < bytesOfPixel ? 0 : (pixels[place - bytesOfPixel] ?? 0)
      const above = pixels[place - lineLength] ?? 0
      const corner = at < bytesOfPixel ? 0 : (pixels[place - lineLength - bytesOfPixel] ?? 0)
      const guesses = [0, left, above, (left + above) >> 1, nearest(left, above, corner)]
      pixels[place] = (data[line * (lineLength + 1) + 1 + at] ?? 0) + (guesses[filter ?? 0] ?? 0)
    }
  }
  return pixels
}

/** The neighbor that is nearest to what a plane through all three would give, as the format's last filter says. */
function nearest(left: number, above: number, corner: number): number {
  const plane = left + above - corner
  const [byLeft, byAbove, byCorner] = [left, above, corner].map((each) => Math.abs(plane - each)) as [
    number,
    number,
    number,
  ]
  if (byLeft <= byAbove && byLeft <= byCorner) return left
  return byAbove <= byCorner ? above : corner
}

/** Rounds colors as little as it takes. */
function toPalette(pixels: Buffer): { readonly palette: Buffer; readonly indexes: Buffer } {
  for (const step of [1, 4, 8, 16, 32]) {
    const known = new Map<string, number>()
    const indexes = Buffer.alloc(pixels.length / bytesOfPixel)
    for (let pixel = 0; pixel < indexes.length && known.size <= mostColors; pixel += 1) {
      const color = [...pixels.subarray(pixel * bytesOfPixel, (pixel + 1) * bytesOfPixel)]
      const key = color.map((channel) => Math.min(255, Math.round(channel / step) * step)).join()
      const index = known.get(key) ?? known.size
      known.set(key, index)
      indexes[pixel] = index
    }
    if (known.size <= mostColors)
      return { palette: Buffer.from([...known.keys()].flatMap((key) => key.split(",").map(Number))), indexes }
  }
  throw new Error("The picture has too many colors.")
}

function toChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [length, sum] = [data.length, crc32(body)].map((number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(number)
    return bytes
  }) as [Buffer, Buffer]
  return Buffer.concat([length, body, sum])
}
