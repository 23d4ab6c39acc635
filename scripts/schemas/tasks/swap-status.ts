import { payoutSoFar, route, routeStep } from "../shapes/swap.js"
import { pollingEvents, stepEvents, successfulEnd, type TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  document: { route },
  events: {
    ...stepEvents(routeStep),
    ...pollingEvents,
    end: successfulEnd({ route: route.optional(), ...payoutSoFar }),
  },
}

export default output
