import type { ErrorClass } from "../docs/readErrorClasses.js"
import { docsOf, ruleNames } from "#extras/audit/src/linting/rules.js"
import { PlugsError, site } from "#src/primitives/PlugsError.js"

/** Where a file is on the site, both from the root: the pages of extras are among all others, and keep their address when they move. */
export function placeOf(file: string): string {
  return file.replace(/^extras\/\w+\/docs\//, "docs/")
}

/** Every address that errors and the linter print, from the root of the site. Printed once, an address has to answer for good. */
export function printedAddresses(errors: readonly ErrorClass[]): string[] {
  const ofErrors = errors.map(({ code }) => {
    class Thrown extends PlugsError {
      readonly code = code
    }
    return new Thrown("").docs
  })
  return [...new Set([...ofErrors, ...ruleNames.map(docsOf)])].map((address) => address.replace(`${site}/`, ""))
}
