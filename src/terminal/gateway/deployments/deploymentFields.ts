import type { Deployment } from "../../../gateway/types.js"

/** A deployment with the fields that it has in JSON, where every state is called `status`. */
export function deploymentFields({ state, ...deployment }: Deployment): object {
  return { status: state, ...deployment }
}
