import { escapeCharacter, escapeHidden } from "../text.js"

/** Alphabets of which many letters look like Latin ones, and in which nobody names tokens. */
const disguises = String.raw`\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}\p{Script=Deseret}\p{Script=Canadian_Aboriginal}`
/** Latin letters of phonetic and other notations, such as small capitals. */
const notations = String.raw`\u01C0-\u01C3\u0250-\u02AF\u1D00-\u1DBF\uA720-\uA7FF\uAB30-\uAB6F`
const odd = new RegExp(`[${disguises}${notations}]`, "u")

/** Marks that combine with the letters of any script. Those of one script, such as vowel signs, are part of its words. */
const combining = /(?=\p{Script=Inherited})\p{M}/u

/** Letters of living alphabets that look like a Latin one. */
const twins = "АВЕЅІЈКМНОРСТУХҮЗЬԀԌԚԜаеѕіјорсухүһԁԛԝѵӏ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺͿανορυϲϳικχγ" + "ՕՏԼՍօոսցհքզ"
const onlyTwins = new RegExp(`^[${twins}\\p{N}]+$`, "u")

const latin = /\p{Script=Latin}/u
/** Letters of scripts that are written together with Latin, as in Chinese, Japanese and Korean, look like none of its letters. */
const besideLatin =
  /[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]/u

const notAscii = /[^\0-\x7F]/
const word = /[\p{L}\p{M}\p{N}\p{So}]+/gu

/**
 * Makes text from outside show what it is. It escapes hidden characters, and letters that are there to be taken for others: those of
 * another script in a Latin word, words of another script that have only letters with a Latin twin, letters in the guise of styles and symbols, and
 * marks that combine with the letter before. Nothing is lost, and escaping twice changes nothing more.
 *
 * @param options.keepsLines leaves line feeds as they are
 * @example
 * escapeUnclear("USD\u0421") // "USD\\u0421": the last letter is Cyrillic
 */
export function escapeUnclear(text: string, options: { keepsLines?: boolean } = {}): string {
  const shown = escapeHidden(text, options)
  if (!notAscii.test(shown)) return shown
  return shown.replace(word, (letters) => (notAscii.test(letters) ? escapeWord(letters) : letters))
}

function escapeWord(letters: string): string {
  const isTwin = onlyTwins.test(letters)
  const isOdd = (letter: string): boolean => combining.test(letter) || odd.test(letter) || isStyled(letter)
  const all = Array.from(letters)
  // An escape has Latin letters.
  const isLatin = latin.test(letters) || all.some((letter) => isOdd(letter))
  const isUnclear = (letter: string): boolean =>
    notAscii.test(letter) && (isTwin || isOdd(letter) || (isLatin && !besideLatin.test(letter)))
  return all.map((letter) => (isUnclear(letter) ? escapeCharacter(letter) : letter)).join("")
}

/** Whether a character is a Latin letter or digit in another style, such as 𝐔, Ｕ or Ⓤ. */
function isStyled(letter: string): boolean {
  return notAscii.test(letter) && /[0-9A-Za-z]/.test(letter.normalize("NFKC"))
}
