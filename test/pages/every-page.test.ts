import { beforeAll, describe, expect, test } from 'vitest'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { fieldOf } from '#test/app-forms.ts'
import { wordsOf } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { moneyedDrive } from '#test/full-drive.ts'
import { cookieOf, somePerson } from '#test/make.ts'
import { matrix } from '#test/matrix.ts'
import type { Made } from '#test/matrix-rows.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { allLines, type Line } from '#test/whole-build.tsx'

// Every page as it is sent: a title, a language, a name for all that is filled in or pressed, and forms that lead to a form action.

const db = await testDatabase()
const { get, walks } = plainBrowser()
let lines: Line[]
let made: Made
const cookies = { visitor: '', owner: '', admin: '' }
type Who = keyof typeof cookies
type Page = { path: string; html: string; policy: string }

/** A page is opened by the one who has the fewest rights of those who may. */
function readerOf(path: string): Who | undefined {
  const { get: who } = matrix[path] ?? {}
  return (['visitor', 'owner', 'admin'] as const).find((one) => who?.[one] === 'yes')
}
function addressOf(path: string) {
  const slug = path.startsWith('gathering/') ? 'gathering' : 'slug'
  const parts = { slug, guest: 'guest', no: 'occasion', ...matrix[path]?.office?.for } as Record<string, keyof Made>
  return `/${path}`.replace(/:(\w+)/g, (_, name) => made[parts[name]!] ?? name)
}

beforeAll(async () => {
  scriptedProvider()
  useMobileMoney(pretendRail())
  lines = await allLines()
  const owner = await somePerson(db)
  made = await moneyedDrive(db, owner.id)
  cookies.owner = await cookieOf(owner)
  cookies.admin = await cookieOf(await somePerson(db, { admin: true }))
}, 120_000)

async function placesOf(): Promise<[string, Who][]> {
  const drawn = new Set(lines.filter(({ module }) => module.default).map(({ whole }) => whole))
  const known = Object.keys(matrix).flatMap((path): [string, Who][] => {
    const who = drawn.has(path) && readerOf(path)
    return who ? [[addressOf(path), who]] : []
  })
  const guest = db.selectFrom('supporters').where('id', '=', made.guest).select('link')
  const { link } = await guest.executeTakeFirstOrThrow()
  const tabs = ['gallery', 'comments', 'donations'].map((tab) => `/fundraiser/${made.slug}?tab=${tab}`)
  const others = ['/auth', '/auth?tab=sign-up', '/auth/forgot', '/nowhere', `/i/${link}`, ...tabs]
  return [...known, ...others.map((path): [string, Who] => [path, 'visitor'])]
}

const pagesRead = new Map<string, Promise<Page[]>>()
/** All of them, read once in each language. */
function pagesIn(language: 'en' | 'sw'): Promise<Page[]> {
  const read = async () => {
    const pages: Page[] = []
    for (const [path, who] of await placesOf()) {
      const { status, text, headers } = await get(path, { cookie: `${cookies[who]}; language=${language}` })
      const policy = String(headers['content-security-policy'])
      if ((status === 200 || status === 404) && text.includes('<body')) pages.push({ path, html: text, policy })
    }
    return pages
  }
  if (!pagesRead.has(language)) pagesRead.set(language, read())
  return pagesRead.get(language)!
}

/** All that is wrong, with the page that it is on. */
const wrong = async (find: (page: Page) => string[], language: 'en' | 'sw' = 'en') =>
  (await pagesIn(language)).flatMap((page) => [...new Set(find(page))].map((one) => `${page.path}: ${one}`))
const tags = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<(?:${name})\\b[^>]*>`, 'g'))].map(([tag]) => tag)
const read = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]

test('there are as many pages as the product has', async () =>
  expect((await pagesIn('en')).length).toBeGreaterThan(120))

test('each page has a title that names it and us [T970]', async () => {
  const title = /<title>[^<]*[^<\s·][^<]* · Harambee<\/title>|<title>Harambee/
  expect(await wrong(({ html }) => (title.test(html) ? [] : ['no title']))).toEqual([])
})

test('each page says the language that it is in [T971]', async () => {
  for (const language of ['en', 'sw'] as const) {
    const is = ({ html }: Page) => html.includes(`<html lang="${language}"`)
    expect(await wrong((page) => (is(page) ? [] : ['another language']), language)).toEqual([])
  }
})

test('each field has a name [T972]', async () => {
  const nameless = ({ html }: Page) => {
    const inLabels = [...html.matchAll(/<label\b[^>]*>.*?<\/label>/gs)].filter(([label]) => wordsOf(label) !== '')
    const labelled = new Set(inLabels.map(([label]) => read(label, 'for')))
    const wrapped = inLabels.map(([label]) => label).join()
    return tags(html, 'input|select|textarea').filter((tag) => {
      if (/\s(type="hidden"|hidden="")/.test(tag) || read(tag, 'aria-label') || read(tag, 'aria-labelledby'))
        return false
      return !labelled.has(read(tag, 'id')) && !wrapped.includes(tag)
    })
  }
  expect(await wrong(nameless)).toEqual([])
})

test('each link and button has a name [T973]', async () => {
  const nameless = ({ html }: Page) =>
    [...html.matchAll(/<(a|button)\b[^>]*>(.*?)<\/\1>/gs)].flatMap(([whole, , inside]) => {
      const [tag] = /<[^>]*>/.exec(whole)!
      const named = read(tag, 'aria-label') || read(tag, 'title') || wordsOf(inside!) || read(inside!, 'alt')
      return named || /aria-hidden="true"/.test(tag) ? [] : [tag]
    })
  expect(await wrong(nameless)).toEqual([])
})

test('each form that posts leads to a form action [T974]', async () => {
  const formActions = lines.flatMap(({ whole, module }) => ('action' in module ? [pattern(whole)] : []))
  const astray = ({ path, html }: Page) =>
    tags(html, 'form')
      .filter((tag) => read(tag, 'method') === 'post')
      .map((tag) => (read(tag, 'action') ?? path).replace(/[?#].*/, ''))
      .filter((to) => !formActions.some((one) => one.test(to)))
  expect(await wrong(astray)).toEqual([])
})
const pattern = (whole: string) =>
  new RegExp(`^/${whole.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}/?$`)

test('a page that opens in another tab knows nothing of ours [T975]', async () => {
  const told = ({ html }: Page) =>
    tags(html, 'a').filter((tag) => read(tag, 'target') === '_blank' && !/\srel="[^"]*noopener/.test(tag))
  expect(await wrong(told)).toEqual([])
})

test('each script of a page for one person has the nonce of the page [T989]', async () => {
  const nonceOf = ({ policy }: Page) => /'nonce-([\w-]+)'/.exec(policy)?.[1]
  const personal = (await pagesIn('en')).filter(nonceOf)
  expect(personal.length).toBeGreaterThan(80)
  const without = (page: Page) =>
    tags(page.html, 'script').filter((tag) => !/json/.test(tag) && read(tag, 'nonce') !== nonceOf(page))
  expect(personal.flatMap((page) => without(page).map((tag) => `${page.path}: ${tag}`))).toEqual([])
})

describe('a form that makes something has a key, each time another one', () => {
  test.each<[string, () => string, Who]>([
    ['a gift', () => `/fundraiser/${made.slug}/donate`, 'visitor'],
    ['a comment', () => `/fundraiser/${made.slug}/comment`, 'visitor'],
    ['a visit', () => `/fundraiser/${made.slug}/book-visit`, 'visitor'],
    ['a pledge', () => `/fundraiser/${made.slug}/pledge`, 'visitor'],
    ['a report', () => `/fundraiser/${made.slug}/report`, 'visitor'],
    ['a drive', () => '/dashboard/new', 'owner'],
    ['a withdrawal', () => `/fund-drive/${made.slug}/payouts/withdraw`, 'owner'],
    ['views', () => `/fund-drive/${made.slug}/payouts/buy-views`, 'owner'],
    ['a refund', () => `/admin/donations/${made.payment}/refund`, 'admin'],
  ])('%s [T976]', async (_, path, who) => {
    const key = async () => fieldOf((await get(path(), { cookie: cookies[who] })).text, 'key').value
    const [one, two] = [await key(), await key()]
    expect([one, two]).toEqual([expect.stringMatching(/^[\w-]{20,}$/), expect.stringMatching(/^[\w-]{20,}$/)])
    if (who !== 'visitor') expect(one).not.toBe(two)
  })
})

describe('a button does what it says', () => {
  test('by a visitor: a comment, a like, a report, a visit [T977]', async () => {
    const one = walks()
    const comments = `/fundraiser/${made.slug}?tab=comments`
    await one.open(comments)
    expect((await one.press('Post Comment', { content: 'Tuko pamoja nanyi' })).words).toContain('Comment posted!')
    expect((await one.press('Like')).text).toMatch(/<button[^>]*aria-pressed="true"/)
    await one.open(`/fundraiser/${made.slug}/book-visit`)
    const guest = { name: 'Asha', email: 'asha@example.test', phone: '0712 345 679' }
    expect((await one.press('Ask to visit', guest)).words).toContain('Reservation Request Submitted!')
    await one.open(comments)
    expect((await one.press('Report this comment')).words).toContain('Thank you for telling us.')
  })

  test('by an owner: visits and comments are decided about [T978]', async () => {
    const one = walks({ cookie: cookies.owner })
    const pressed = async (page: string, button: string, typed = {}) => {
      await one.open(`/fund-drive/${made.slug}/${page}`)
      return (await one.press(button, typed)).words
    }
    expect(await pressed('rsvps', 'Confirm')).toContain('Visit confirmed')
    expect(await pressed('rsvps/place', 'Save', { address: 'Kenyatta Hospital' })).toContain('Kenyatta Hospital')
    expect(await pressed('comments', 'Save', { reply: 'Asanteni' })).toContain('Your reply is on your page.')
    for (const [button, said] of [
      ['Pin to top', 'The comment is now at the top.'],
      ['Say thank you', 'Visitors see that you said thank you.'],
      ['Hide', 'The comment is hidden now.'],
      ['Delete', 'Comment deleted'],
    ] as const)
      expect(await pressed('comments', button)).toContain(said)
  })
})
