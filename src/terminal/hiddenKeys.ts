import { createHideSecrets } from "#src/primitives/printing/hideSecrets.js"

/** Keys that this process has read. An API can put the key that it was sent into any field of an answer. */
const keys = new Set<string>()
let hide: (text: string) => string = String

/** Shorter keys, such as the devnet's, are words that occur in text by chance. */
const minLength = 8

/** Hides a key in everything that is printed from now on. */
export function hideInOutput(key: string | undefined): void {
  if (key === undefined || key.length < minLength || keys.has(key)) return
  keys.add(key)
  hide = createHideSecrets([...keys])
}

export function withoutKeys(text: string): string {
  return hide(text)
}
