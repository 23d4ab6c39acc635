import { isHighLoss, type ValueLoss } from "../../../src/swap/checks/valueLoss.js"
import type { Paint } from "../../../src/terminal/terminal.js"

/** Formats a percentage with at most two digits after the point; `null` as unknown. */
export function formatPercent(percent: number | null): string {
  if (percent === null) return "unknown"
  const size = Math.abs(percent)
  const sign = percent < 0 ? "-" : ""
  return size > 0 && size < 0.01 ? `${sign}<0.01 %` : `${sign}${Number(size.toFixed(2))} %`
}

/** Says what a swap loses of its value, and that only the API says so. */
export function lossFacts(valueLoss: ValueLoss, paint: Paint): (readonly [name: string, value: string])[] {
  const { percent, priceImpact } = valueLoss
  const loss =
    percent === null
      ? "unknown: the swap API gives no dollars to compare"
      : `${formatPercent(percent)} of its value, as the swap API claims`
  return [
    ["loss", percent === null || isHighLoss({ percent, priceImpact: null }) ? paint.magenta(loss) : loss],
    ...(priceImpact === null
      ? []
      : [
          [
            "impact",
            isHighLoss({ percent: null, priceImpact })
              ? paint.magenta(`${formatPercent(priceImpact)} on the price`)
              : `${formatPercent(priceImpact)} on the price`,
          ] as const,
        ]),
  ]
}
