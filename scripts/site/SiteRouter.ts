import { relative } from "node:path"

import { KindRouter, type Reflection } from "typedoc"

import { repository } from "../docs/documents.js"
import { addressOf } from "./addresses.js"

/** Puts a document at the path that its Markdown has in the repository, so that its address stays when its heading changes. */
export class SiteRouter extends KindRouter {
  protected override getIdealBaseName(reflection: Reflection): string {
    const path = reflection.isDocument() ? reflection.project.files.getReflectionPath(reflection) : undefined
    if (path === undefined) return super.getIdealBaseName(reflection)
    return addressOf(relative(repository, path).replaceAll("\\", "/"))
  }
}
