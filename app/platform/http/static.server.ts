import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createContext, type RouterContextProvider } from 'react-router'
import { saysVisitorsWords } from '#app/kit/visitors-pages.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { chosenEncoding } from './compress.server.ts'
import { sheetRules } from './first-paint.server.ts'

// The built files. They are few and small, so they are read once and sent from memory. A path is looked up in a table of
// files; it never reaches the file system, so path traversal is impossible.

type File = { type: string; etag: string; keep: string; plain: Buffer; br?: Buffer; gzip?: Buffer }
export type Files = ReadonlyMap<string, File>
export type FileAnswer = { status: 200 | 304; headers: Headers; bytes: Buffer | undefined }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
}

/** Reads everything in a folder, by its path on the web. Files named by a hash of their content are cached for ever. */
export function filesIn(folder: string): Files {
  const files = new Map<string, File>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.') || /\.(br|gz|map)$/.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    const where = `/${path.relative(folder, file).split(path.sep).join('/')}`
    files.set(where, readFile(file, where.startsWith('/assets/')))
  }
  return files
}

function readFile(file: string, forEver: boolean): File {
  const plain = readFileSync(file)
  const also = (ending: string) => (existsSync(file + ending) ? readFileSync(file + ending) : undefined)
  const br = also('.br')
  const gzip = also('.gz')
  return {
    type: types[path.extname(file).toLowerCase()] ?? 'application/octet-stream',
    etag: createHash('sha1').update(plain).digest('base64url').slice(0, 16),
    keep: forEver ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    plain,
    ...(br ? { br } : {}),
    ...(gzip ? { gzip } : {}),
  }
}

/** Returns the answer for a built file, or undefined when there is none at this path. */
export function fileAnswer(
  files: Files,
  where: string,
  asked: { accepts: string | undefined; known: string | undefined },
): FileAnswer | undefined {
  const file = files.get(where)
  if (!file) return undefined
  const kept = [...(file.br ? (['br'] as const) : []), ...(file.gzip ? (['gzip'] as const) : [])]
  const encoding = chosenEncoding(asked.accepts, kept)
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`
  const headers = new Headers({ 'content-type': file.type, 'cache-control': file.keep, etag })
  if (kept.length > 0) headers.set('vary', 'Accept-Encoding')
  // Browsers always request fonts as another origin would, and other sites may show public pictures.
  headers.set('cross-origin-resource-policy', 'cross-origin')
  if (isKnown(asked.known, file.etag)) return { status: 304, headers, bytes: undefined }
  if (encoding) headers.set('content-encoding', encoding)
  const bytes = (encoding && file[encoding]) ?? file.plain
  headers.set('content-length', String(bytes.length))
  return { status: 200, headers, bytes }
}

/** True if the browser has this content, in any encoding. */
const isKnown = (known: string | undefined, etag: string) =>
  known === '*' || (known ?? '').split(',').some((one) => new RegExp(`^\\s*(W/)?"${etag}(-\\w+)?"\\s*$`).test(one))

/** The built files that pages refer to. Development has none. */
export const filesContext = createContext<Files>(new Map())

/** The built files that a page names by itself. */
export type FilesFor = {
  /** The script of a static page. */
  script?: string | undefined
  /** The list of routes, which has another name in each version. */
  list?: string | undefined
  /** True for a page that says visitors' words only. */
  visitors: boolean
  /** The files with the words of the page's language; English is in the code. */
  words: string[]
}

const known = new WeakMap<Files, Map<string, FilesFor>>()

/** Finds the files for a page of these routes. */
export function filesFor(context: Readonly<RouterContextProvider>, routes: string[]): FilesFor {
  const [files, language] = [context.get(filesContext), context.get(languageContext)]
  const visitors = routes.every(saysVisitorsWords)
  const names =
    language === 'en' ? [] : visitors ? [`${language}-visitors`] : [`${language}-visitors`, `${language}-rest`]
  const all = known.get(files) ?? new Map<string, FilesFor>()
  known.set(files, all)
  const name = `${visitors} ${names}`
  const found = all.get(name) ?? { ...findIn(files, names), visitors }
  all.set(name, found)
  return found
}

function findIn(files: Files, words: string[]) {
  const find = (name: string) =>
    [...files.keys()].find((path) => path.startsWith(`/assets/${name}-`) && path.endsWith('.js'))
  return { script: find('static-page'), list: find('manifest'), words: words.flatMap((name) => find(name) ?? []) }
}

const parsed = new WeakMap<File, ReturnType<typeof sheetRules>>()

/** Returns the rules of a built style sheet; undefined if there is none, as while developing. */
export function rulesIn(context: Readonly<RouterContextProvider>, sheet: string) {
  const file = context.get(filesContext).get(sheet)
  if (file && !parsed.has(file)) parsed.set(file, sheetRules(file.plain.toString()))
  return file && parsed.get(file)
}

/** The name of the style sheet of all pages, which is another in each version that looks different; empty while developing. */
function sheetOf(files: Files): string {
  const found = sheetNames.get(files) ?? [...files.keys()].flatMap((file) => houseSheet.exec(file)?.[1] ?? [])[0] ?? ''
  sheetNames.set(files, found)
  return found
}
const sheetNames = new WeakMap<Files, string>()
const houseSheet = /^\/assets\/house-([\w-]+)\.css$/

/** Checks a signed-in person's cookies for the style sheet of this version. A browser that has thrown the file away waits for it once more. */
export function hasSheet(cookies: string, files: Files): boolean {
  const sheet = sheetOf(files)
  return sheet === '' || cookies.split(/; */).includes(`sheet=${sheet}`)
}

/** Makes the cookie of a browser that got a page with its rules in it, and now fetches the style sheet. */
export const sheetCookie = (context: Readonly<RouterContextProvider>): string =>
  `sheet=${sheetOf(context.get(filesContext))}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${settings.secure ? '; Secure' : ''}`
