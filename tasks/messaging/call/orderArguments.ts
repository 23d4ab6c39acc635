import type { AbiFunction, AbiParameter } from "viem"

import { InvalidInputError } from "../../../src/primitives/InvalidInputError.js"
import { didYouMean } from "../../../src/primitives/commands/nearest.js"

/**
 * Puts arguments that are given by name, such as `amount=5`, into the order of a function's parameters. They count as named only if all of
 * them have a name and one of these is a parameter's, so that a text like `a=b` remains a value.
 *
 * @returns the arguments as they are if they have no names
 * @throws {InvalidInputError} a name is unknown or given twice, or one is missing
 * @example
 * orderArguments(["amount=5", "dst=beta"], parseSignature("add(uint32 dst, uint256 amount)")) // ["beta", "5"]
 */
export function orderArguments(
  args: readonly string[],
  { name: functionName, inputs }: AbiFunction,
): readonly string[] {
  const named = args.map((text) => /^([A-Za-z_$][\w$]*)=(.*)$/s.exec(text)).filter((match) => match !== null)
  const known = inputs.map(({ name = "" }) => name).filter((name) => name !== "")
  if (named.length === 0 || named.length < args.length) return args
  if (!named.some(([, name = ""]) => known.includes(name))) return args

  const values = new Map<string, string>()
  for (const [, name = "", value = ""] of named) {
    if (!known.includes(name)) {
      throw refuse(
        `${functionName} has no parameter ${name}`,
        `${didYouMean(name, known)} Its parameters: ${known.join(", ")}.`.trim(),
      )
    }
    if (values.has(name)) throw refuse(`${name} is given twice`, "Give each parameter once.")
    values.set(name, value)
  }
  return inputs.map((input) => valueOf(input, values, functionName))
}

function valueOf({ name = "", type }: AbiParameter, values: ReadonlyMap<string, string>, functionName: string): string {
  const value = values.get(name)
  if (value !== undefined) return value
  throw name === ""
    ? refuse(`${functionName} has a parameter without a name`, "Give the arguments in their order, without names.")
    : refuse(`${name} is missing`, `Add ${name}=… (${type}).`)
}

function refuse(problem: string, fix: string): InvalidInputError {
  return new InvalidInputError({ argument: "args", problem, fix })
}
