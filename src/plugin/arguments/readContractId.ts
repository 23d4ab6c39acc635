import { createContractId } from "../../gateway/index.js"
import { checkContractId } from "../../gateway/wire/parameters.js"

/**
 * A contract of an app gateway, by its id or by the name that the app gateway made it of.
 *
 * @throws {InvalidInputError} it begins with 0x and is no 32 bytes
 * @example
 * readContractId("counter", "--contract") // as _createContractId("counter") gives
 */
export function readContractId(text: string, argument: string): string {
  return /^0x/i.test(text) ? checkContractId(text, argument) : createContractId(text)
}
