import { expect } from "chai"
import { describe, it } from "mocha"

import { highLoss } from "../../../../src/swap/checks/valueLoss.js"
import type { Paint } from "../../../../src/terminal/terminal.js"
import { formatPercent, lossFacts } from "../../../../tasks/swap/output/routeFormat.js"

/** Names each color around its text, so that a line is compared with its colors. */
const named = Object.fromEntries(
  ["bold", "dim", "red", "green", "magenta", "cyan"].map((color) => [color, (text: string) => `<${color}>${text}`]),
) as unknown as Paint

describe("lossFacts", () => {
  const claimed = "of its value, as the swap API claims"
  const unknown = "unknown: the swap API gives no dollars to compare"
  /** Loss and impact far apart, and each on both sides of the limit: one never colors the other. */
  const rows = [
    [{ percent: highLoss, priceImpact: 90 }, `${highLoss} % ${claimed}`, "<magenta>90 % on the price"],
    [{ percent: 90, priceImpact: highLoss }, `<magenta>90 % ${claimed}`, `${highLoss} % on the price`],
    [{ percent: highLoss + 0.01, priceImpact: 0 }, `<magenta>${highLoss + 0.01} % ${claimed}`, "0 % on the price"],
    [{ percent: -40, priceImpact: highLoss + 0.01 }, `-40 % ${claimed}`, `<magenta>${highLoss + 0.01} % on the price`],
    [{ percent: 0.004, priceImpact: -90 }, `<0.01 % ${claimed}`, "-90 % on the price"],
    [{ percent: 0, priceImpact: null }, `0 % ${claimed}`, undefined],
    [{ percent: null, priceImpact: null }, `<magenta>${unknown}`, undefined],
    [{ percent: null, priceImpact: 90 }, `<magenta>${unknown}`, "<magenta>90 % on the price"],
  ] as const
  for (const [valueLoss, loss, impact] of rows) {
    it(`shows a loss of ${formatPercent(valueLoss.percent)} and an impact of ${formatPercent(valueLoss.priceImpact)}`, () => {
      const expected =
        impact === undefined
          ? [["loss", loss]]
          : [
              ["loss", loss],
              ["impact", impact],
            ]
      expect(lossFacts(valueLoss, named)).to.deep.equal(expected)
    })
  }
})
