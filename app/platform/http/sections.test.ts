import { createStaticHandler, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { allLines, buildOf, type Line } from '#test/whole-build.tsx'
import { routesFor, sectionOf } from './sections.server.ts'

const lines = await allLines()
const build = buildOf(lines)

/** An address that the line answers, with a word in each place that stands for one. */
const addressOf = ({ whole }: Line) => `/${whole.replace(/:\w+/g, 'one').replace('*', 'some/where')}`

type Plain = { id: string; path?: string | undefined; index?: boolean | undefined; children?: Plain[] }
function treeOf({ routes }: ServerBuild, parentId?: string): Plain[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index } = route
    const loader = () => null
    return [index ? { id, index, loader } : { id, path, loader, children: treeOf({ routes } as ServerBuild, id) }]
  }) as Plain[]
}

const handlers = new Map<string | undefined, ReturnType<typeof createStaticHandler>>()
/** The router that knows the routes of this section, or all of them. */
function handlerOf(section?: string) {
  const known = handlers.get(section)
  if (known) return known
  const tree = treeOf(section === undefined ? build : routesFor(build, section))
  const made = createStaticHandler(tree as never)
  handlers.set(section, made)
  return made
}

/** Which routes it chooses for a path, from the outermost to the one that answers. */
async function chosen(path: string, section?: string): Promise<string[]> {
  const found = await handlerOf(section).query(new Request(`http://harambee.test${path}`))
  return 'matches' in found ? found.matches.map(({ route }) => route.id) : []
}

test('for each address, however it is spelled, the few routes of its section answer as all would', async () => {
  const asked = lines.map(addressOf)
  const nowhere = ['/fundraiser/one/nowhere', '/nowhere']
  const spelled = ['/FUNDRAISER/one', '/fundraiser', '/fundraiser/', '/Admin/', '/', ...nowhere]
  for (const path of [...asked, ...asked.map((one) => `${one}/`), ...asked.map((one) => `${one}/else`), ...spelled]) {
    const section = sectionOf(build, path)
    if (section === undefined) continue
    expect(await chosen(path, section), path).toEqual(await chosen(path))
  }
}, 60_000)

test('all but the addresses of nothing and four files have a section, and it is a small part of all routes', () => {
  expect(lines.filter((line) => sectionOf(build, addressOf(line)) === undefined).map(({ whole }) => whole)).toEqual([
    'sitemap.xml',
    'robots.txt',
    'manifest.webmanifest',
    'kumbukumbu.csv',
    '*',
  ])
  const few = routesFor(build, 'fundraiser')
  const own = lines.filter(({ whole }) => whole.startsWith('fundraiser/'))
  expect(Object.keys(few.routes).toSorted()).toEqual(
    ['root', 'site/public/not-found', ...own.map(({ id }) => id)].toSorted(),
  )
  expect(Object.keys(few.assets.routes).toSorted()).toEqual(Object.keys(few.routes).toSorted())
  expect(Object.keys(routesFor(build, '').routes)).toEqual(['root', 'site/public/landing', 'site/public/not-found'])
})

test.each(['//fundraiser/one', '/%66undraiser/one', '/fundraiser%2Fone', '/_root.data', '/nowhere', '/fundraiserx'])(
  'by %s any route may be meant',
  (path) => expect(sectionOf(build, path)).toBeUndefined(),
)

test.each(['/fundraiser/one.data', '/fundraiser.data', '/Fundraiser', '/FUNDRAISER/one?tab=comments'.split('?')[0]!])(
  '%s is in its section',
  (path) => expect(sectionOf(build, path)).toBe('fundraiser'),
)
