import { adviseNext, type NextCommands, type NextStep } from "./adviseNext.js"
import type { ContractNamer } from "./createContractNamer.js"
import type { Cause, ExplainedItem, Explanation, StoryEvent } from "#src/explaining/Explanation.js"
import { shorten } from "#src/primitives/text.js"
import { shortenHex } from "#src/terminal/shortenHex.js"

/** An explanation that can be sent to others: bounded, with names of contracts, and without secrets. */
export type Story = {
  /** What it is about, such as `message 0x0000a029…000001`. */
  readonly title: string
  readonly explanation: Explanation
  readonly next: NextStep
  /** Milliseconds since 1970. */
  readonly madeAt: number
  /** Such as `hardhat-plugs 0.1.0`. */
  readonly madeBy: string
  /** What was too much for one story, a sentence each. */
  readonly leftOut: readonly string[]
}

export type CreateStoryOptions = Pick<Story, "madeAt" | "madeBy"> & {
  readonly commands: NextCommands
  readonly nameContracts?: ContractNamer | undefined
  /** Hides secrets that are known, such as API keys. Default: only what looks like a secret is hidden. */
  readonly redact?: ((text: string) => string) | undefined
}

/** More would not be read, and a story has to be small enough for an issue or a chat. */
const max = { causes: 40, evidence: 12, items: 60, events: 200, details: 8, sentence: 800, detail: 240, word: 120 }

/**
 * Makes a story of an explanation. Nothing that it is made of is trusted: all texts are shortened and lose their secrets here, and are
 * escaped where they are rendered.
 *
 * @example
 * const story = createStory(explanation, { madeAt: Date.now(), madeBy: "hardhat-plugs 0.1.0", commands })
 * await writeFile("story.md", renderMarkdown(story))
 */
export function createStory(
  explanation: Explanation,
  { commands, nameContracts = String, redact = String, ...made }: CreateStoryOptions,
): Story {
  const withoutSecrets = createSecretFilter(hashesOf(explanation))
  // A name is put beside an address last, because it is the project's own.
  const sentence = (text: string, place?: string): string =>
    nameContracts(shorten(withoutSecrets(redact(text)), max.sentence), place)
  const detail = (text: string, place: string): string =>
    nameContracts(shorten(withoutSecrets(redact(text)), max.detail), place)
  const word = (text: string): string => shorten(withoutSecrets(redact(text)), max.word)
  const clean: Cleaners = { sentence, detail, word, command: (text) => withoutSecrets(redact(text)) }

  const { verdict, subject, says, causes, items, events } = explanation
  return {
    ...made,
    title: word(titleOf(explanation)),
    next: cleanStep(adviseNext(explanation, commands), clean),
    explanation: {
      verdict,
      says: sentence(says),
      subject: Object.fromEntries(Object.entries(subject).map(([name, value]) => [word(name), word(String(value))])),
      causes: causes.slice(0, max.causes).map((cause) => cleanCause(cause, clean)),
      items: items.slice(0, max.items).map((item) => cleanItem(item, clean)),
      // The end of a long history tells more than its beginning.
      events: events.slice(-max.events).map((event) => cleanEvent(event, clean)),
    },
    leftOut: [
      ...notes(causes.length - max.causes, "causes"),
      ...notes(items.length - max.items, "items"),
      ...notes(events.length - max.events, "earlier events"),
    ],
  }
}

type Cleaners = {
  readonly sentence: (text: string, place?: string) => string
  readonly detail: (text: string, place: string) => string
  readonly word: (text: string) => string
  readonly command: (text: string) => string
}

function cleanStep({ says, command }: NextStep, clean: Cleaners): NextStep {
  return { says, command: command === null ? null : clean.command(command) }
}

function cleanCause(
  { name, certainty, says, evidence, mend, about }: Cause,
  { sentence, word, command }: Cleaners,
): Cause {
  return {
    name: word(name),
    certainty,
    says: sentence(says),
    evidence: evidence
      .slice(0, max.evidence)
      .map(({ source, says: read }) => ({ source: word(source), says: sentence(read, source) })),
    mend:
      mend === null
        ? null
        : { ...mend, who: sentence(mend.who), command: mend.command === null ? null : command(mend.command) },
    about: about === null ? null : word(about),
  }
}

function cleanItem({ id, status, says, since }: ExplainedItem, { sentence, word }: Cleaners): ExplainedItem {
  return { id: word(id), status: word(status), says: sentence(says), since }
}

function cleanEvent(event: StoryEvent, { detail, word }: Cleaners): StoryEvent {
  const { place, txHash, about, title, details } = event
  const left = details.length - max.details
  return {
    ...event,
    place: word(place),
    txHash: txHash === null ? null : word(txHash),
    about: about === null ? null : word(about),
    title: word(title),
    details: [
      ...details.slice(0, max.details).map((line) => detail(line, place)),
      ...(left > 0 ? [`… and ${left} more lines`] : []),
    ],
  }
}

function notes(left: number, what: string): string[] {
  return left > 0 ? [`Left out of the ${what}: ${left}.`] : []
}

function titleOf({ subject, items }: Explanation): string {
  const kind = String(subject["kind"] ?? "subject")
  const [first, another] = items
  if (another !== undefined) return `${items.length} ${kind}s`
  const id = first?.id ?? Object.values(subject).find((value) => typeof value === "string" && value.startsWith("0x"))
  return id === undefined ? kind : `${kind} ${shortenHex(String(id))}`
}

/** The hashes and ids that the explanation is about. Any other number of 32 bytes could be a key. */
function hashesOf({ subject, causes, items, events }: Explanation): string[] {
  const ids = [
    ...Object.values(subject).map(String),
    ...causes.map(({ about }) => about),
    ...items.map(({ id }) => id),
    ...events.flatMap(({ txHash, about }) => [txHash, about]),
  ]
  return ids.filter((id) => id !== null)
}

const hidden = "[redacted]"

/** A URL of a node or an API often contains a key, in its host, its path or its query. */
const urls = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>`]+/gi

/** The name of a secret, and the value after it. */
const named =
  /((?:x-)?api[-_ ]?key|private[-_ ]?key|secret(?:[-_ ]?key)?|password|passphrase|authorization|access[-_ ]?token)(["']?\s*(?:[:=]|\bis\b)?\s*["']?)(?:bearer\s+|basic\s+)?[^\s"',;]+/gi

const bearers = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi

const phrases = /\b(mnemonic|seed phrase|recovery phrase)\b[^.\n]*/gi

/** A JSON Web Token. */
const tokens = /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g

/**
 * Creates a function that hides what is a secret, or looks like one: URLs, values that are called a key, and long hexadecimal numbers that
 * are none of the hashes. Bytes of any length are shortened to their ends, which are no key.
 *
 * @param hashes hashes and ids that may stay, whatever they look like
 * @example
 * createSecretFilter([])("it asks https://node.example/v2/abc") // "it asks [URL]"
 */
export function createSecretFilter(hashes: readonly string[]): (text: string) => string {
  const known = new Set(hashes.map((hash) => hash.toLowerCase()))
  const hideNumber = (digits: string): string => {
    if (known.has(digits.toLowerCase())) return digits
    return /^0x/i.test(digits) ? shortenHex(digits) : hidden
  }
  return (text) =>
    text
      .replace(urls, "[URL]")
      .replace(named, `$1$2${hidden}`)
      .replace(bearers, `$1 ${hidden}`)
      .replace(phrases, `$1 ${hidden}`)
      .replace(tokens, hidden)
      .replace(/(?<![0-9a-z])(?:0x[0-9a-f]{41,}|[0-9a-f]{32,})/gi, hideNumber)
}
