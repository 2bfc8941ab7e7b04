import fs from 'node:fs'
import path from 'node:path'
import { isForVisitors } from '../app/kit/visitors-pages.ts'

type Route = { id: string; parentId?: string }
type Manifest = { url: string; routes: Record<string, Route> }

/** Which routes a shorter list names. Members do not need the back office, and no browser the pages of guests, which are still. */
const shorterLists = {
  members: (id: string) => !/(^|\/)(admin|api|sandbox|guest-pages)\//.test(id),
  visitors: isForVisitors,
}

/**
 * Beside the whole list of addresses, which comes with every page, two shorter ones: see platform/http/answer.server.ts. For
 * a visitor on a weak network that is six kilobytes less.
 */
export function writeShorterLists(folder: string) {
  const name = fs.readdirSync(folder).find((file) => /^manifest-\w+\.js$/.test(file))!
  const [, begin, json, end] = /^([^{]*)(\{.*\})([^}]*)$/s.exec(fs.readFileSync(path.join(folder, name), 'utf8'))!
  const manifest = JSON.parse(json!) as Manifest
  for (const [list, names] of Object.entries(shorterLists)) {
    const isIn = ({ id, parentId }: Route): boolean => names(id) && (!parentId || isIn(manifest.routes[parentId]!))
    const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([, route]) => isIn(route)))
    const file = path.join(folder, name.replace('manifest', list))
    // Its own address: a browser fetches what a list says it is, and would fetch the whole one beside it.
    const url = manifest.url.replace('/manifest-', `/${list}-`)
    fs.writeFileSync(file, `${begin}${JSON.stringify({ ...manifest, url, routes })}${end}`)
  }
}
