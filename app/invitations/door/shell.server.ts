import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { brandPicture, ownBrand } from '#app/kit/brand.ts'

// The page of the door's program, and the files that a phone caches for it. None of them has personal data.

type Files = ReadonlyMap<string, { plain: Buffer }>
type Shell = { program: string; style: string; worker: string; kept: string[]; swahili: string | undefined }

/** Finds the program's files in the build; undefined in development, when there are no files. */
export function shellIn(files: Files): Shell | undefined {
  const all = [...files.keys()]
  const find = (start: string, end: string) => all.find((file) => file.startsWith(start) && file.endsWith(end))
  const program = find('/assets/door/program-', '.js')
  const worker = find('/assets/door/service-worker-', '.js')
  const style = find('/assets/house-', '.css')
  if (!program || !worker || !style) return undefined
  const font = find('/assets/bricolage-grotesque-latin-700-normal-', '.woff2')
  const own = all.filter((file) => file.startsWith('/assets/door/') && file !== worker)
  return {
    program,
    style,
    worker,
    swahili: find('/assets/door/sw-', '.js'),
    kept: [style, ...(font ? [font] : []), ...own].sort(),
  }
}

/**
 * Builds the page. Without a script it can only say so. The page of a code begins with the words that the program shows there, so that
 * they can be read while it is fetched.
 */
export function shellPage({ program, style, swahili }: Shell, words: I18n, joins = false): string {
  // The program asks for its words only once it runs.
  const catalogue = words.locale === 'sw' && swahili
  const preload = catalogue ? `\n<link rel="modulepreload" fetchpriority="low" href="${catalogue}">` : ''
  const [title, wait, needs, head, about] = [
    msg`Door`,
    msg`One moment...`,
    msg`The door needs JavaScript. Please switch it on.`,
    msg`Let guests in with this phone`,
    msg`You scan passes here, and search names. It works without a network, too. The list of guests stays on this phone until the day after the occasion.`,
  ].map((one) => escaped(words._(one)))
  // Looks as `JoinPart` and `Still` in the program.
  const inside = joins ? `<h1 class="text-3xl">${head}</h1><p>${about}</p>` : `<h1 class="text-3xl">${title}</h1>`
  const { style: own, logo } = ownBrand()
  const icon = logo ? `href="${brandPicture(logo, 96)}"` : 'href="/favicon.svg" type="image/svg+xml"'
  return `<!doctype html>
<html lang="${words.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="robots" content="noindex">
<link rel="stylesheet" href="${style}">
${own ? `<style data-brand>${own}</style>\n` : ''}<link rel="icon" ${icon}>
<script type="module" fetchpriority="low" src="${program}"></script>${preload}
</head>
<body>
<div id="door"><div class="mx-auto grid min-h-dvh max-w-xl content-start gap-4 p-4 pb-10 *:min-w-0"><main class="grid justify-items-start ${joins ? 'gap-4' : 'gap-3'} py-8">${inside}<p class="text-lg">${wait}</p></main></div></div>
<noscript><p class="p-4">${needs}</p></noscript>
</body>
</html>
`
}

/** Builds the service worker with its list of files. Another file in the list makes it another version. */
export const workerText = ({ kept, worker }: Shell, files: Files): string =>
  `self.shell=${JSON.stringify({ page: '/door', files: kept })};\n${files.get(worker)!.plain.toString()}`

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
