/** What can be packed: a record of a ledger, and what it is made of. */
export type Packable =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Packable[]
  | ReadonlySet<Packable>
  | { readonly [key: string]: Packable }

/** Turns values into bytes, and bytes into equal values. A value can only be unpacked by the packer that packed it. */
export type Packer = {
  /** Returns bytes that hold until the next call. */
  pack(value: Packable): Buffer
  unpack(bytes: Buffer): Packable
}

const tags = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  whole: 4,
  number: 5,
  bigint: 6,
  negative: 7,
  hex: 8,
  text: 9,
  array: 10,
  set: 11,
  object: 12,
} as const

/**
 * Creates a packer. Hex takes half a byte a digit. The keys of objects, and text that is not plain hex, such as addresses with their
 * checksum, are kept once, however often they are packed.
 */
export function createPacker(): Packer {
  const texts = createTable()
  const shapes = createTable()
  let written = Buffer.alloc(1024)
  let end = 0

  function reserve(bytes: number): void {
    if (end + bytes <= written.length) return
    written = Buffer.concat([written], Math.max(written.length * 2, end + bytes))
  }

  function byte(value: number): void {
    reserve(1)
    end = written.writeUInt8(value, end)
  }

  /** Seven bits a byte, the lowest first. */
  function whole(value: number): void {
    let rest = value
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) byte((rest % 0x80) | 0x80)
    byte(rest)
  }

  function hex(digits: string): void {
    const length = digits.length / 2
    whole(length)
    reserve(length)
    end += written.write(digits, end, "hex")
  }

  function all(tag: number, items: Iterable<Packable>, count: number): void {
    byte(tag)
    whole(count)
    for (const item of items) add(item)
  }

  function add(value: Packable): void {
    if (value === undefined) byte(tags.undefined)
    else if (value === null) byte(tags.null)
    else if (typeof value === "boolean") byte(value ? tags.true : tags.false)
    else if (typeof value === "number") addNumber(value)
    else if (typeof value === "bigint") {
      byte(value < 0n ? tags.negative : tags.bigint)
      hex(evenHex(value < 0n ? -value : value))
    } else if (typeof value === "string") addText(value)
    else if (isArray(value)) all(tags.array, value, value.length)
    else if (value instanceof Set) all(tags.set, value as ReadonlySet<Packable>, value.size)
    else addObject(value as { readonly [key: string]: Packable })
  }

  function addNumber(value: number): void {
    if (Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0)) {
      byte(tags.whole)
      whole(value)
      return
    }
    byte(tags.number)
    reserve(8)
    end = written.writeDoubleBE(value, end)
  }

  function addText(value: string): void {
    if (plainHex.test(value)) {
      byte(tags.hex)
      hex(value.slice(2))
      return
    }
    byte(tags.text)
    whole(texts.idOf(value))
  }

  function addObject(value: { readonly [key: string]: Packable }): void {
    byte(tags.object)
    whole(shapes.idOf(JSON.stringify(Object.keys(value))))
    for (const item of Object.values(value)) add(item)
  }

  return {
    pack(value) {
      end = 0
      add(value)
      return written.subarray(0, end)
    },
    unpack: (bytes) => unpackWith({ texts, shapes }, bytes),
  }
}

function unpackWith({ texts, shapes }: { texts: Table; shapes: Table }, bytes: Buffer): Packable {
  let at = 0

  function whole(): number {
    let value = 0
    for (let factor = 1; ; factor *= 0x80) {
      const next = bytes.readUInt8(at++)
      value += (next % 0x80) * factor
      if (next < 0x80) return value
    }
  }

  function hex(): string {
    const length = whole()
    at += length
    return bytes.toString("hex", at - length, at)
  }

  function read(): Packable {
    switch (bytes.readUInt8(at++)) {
      case tags.undefined:
        return undefined
      case tags.null:
        return null
      case tags.false:
        return false
      case tags.true:
        return true
      case tags.whole:
        return whole()
      case tags.number:
        at += 8
        return bytes.readDoubleBE(at - 8)
      case tags.bigint:
        return BigInt(`0x${hex()}`)
      case tags.negative:
        return -BigInt(`0x${hex()}`)
      case tags.hex:
        return `0x${hex()}`
      case tags.text:
        return texts.at(whole())
      case tags.array:
        return Array.from({ length: whole() }, read)
      case tags.set:
        return new Set(Array.from({ length: whole() }, read))
      default: {
        const keys = JSON.parse(shapes.at(whole())) as string[]
        return Object.fromEntries(keys.map((key) => [key, read()]))
      }
    }
  }

  return read()
}

/** Texts that are written as a number from then on. */
type Table = { idOf(text: string): number; at(id: number): string }

function createTable(): Table {
  const ids = new Map<string, number>()
  const texts: string[] = []
  return {
    idOf(text) {
      let id = ids.get(text)
      if (id === undefined) ids.set(text, (id = texts.push(text) - 1))
      return id
    },
    at: (id) => texts[id] ?? "",
  }
}

const plainHex = /^0x(?:[0-9a-f]{2})*$/

function evenHex(value: bigint): string {
  const digits = value.toString(16)
  return digits.length % 2 === 0 ? digits : `0${digits}`
}

/** `Array.isArray` does not recognise read-only arrays. */
function isArray(value: Packable): value is readonly Packable[] {
  return Array.isArray(value)
}
