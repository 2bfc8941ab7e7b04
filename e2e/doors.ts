import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { expect } from 'vitest'
import { ask } from './database.ts'
import { placeOn, signedIn } from './session.ts'
import { house, scripted, type Visitor, visitor, type Wishes } from './visitor.ts'

// A host whose occasion is tomorrow, guests who come in fours, and helpers with phones.

type Coming = { id: string; name: string; code: string; link: string }
export type DoorHost = Visitor & { slug: string; guests: Coming[]; send: (path: string, form: Form) => Promise<string> }
type Form = Record<string, string>

/** A day of Nairobi's calendar. */
const tomorrow = () => new Date(Date.now() + 27 * 3_600_000).toISOString().slice(0, 10)

/** Gives each guest four seats, and their Yes. They are in the order of their numbers. */
export async function someHost(people: [name: string, phone: string][], own: Form = {}): Promise<DoorHost> {
  const seen = await signedIn({ width: 360 })
  const send = (path: string, form: Form) => sent(seen, path, form)
  const typed = { title: 'Ruracio', hosts: 'The family', kind: 'ruracio', day: tomorrow(), time: '10:00', ...own }
  const slug = /\/gathering\/([^/]+)/.exec(await send('/dashboard/invite', typed))![1]!
  for (const [name, phone] of people)
    await send(`/gathering/${slug}/guests/add`, { name, phone, seats: '4', 'occasions[]': '1' })
  const found = await ask(
    placeOn(seen.page),
    `select s.id, s.name, s.link, i.code from supporters s join invitations i on i.supporter_id = s.id
      join gatherings g on g.id = s.gathering_id where g.slug = $1 order by s.phone`,
    [slug],
  )
  const guests = found as Coming[]
  for (const { id } of guests)
    await send(`/gathering/${slug}/guests/${id}/answer`, { no: '1', reply: 'yes', adults: '4', children: '0' })
  return { ...seen, slug, guests, send }
}

async function sent({ page }: Visitor, path: string, form: Form): Promise<string> {
  const answer = await page.request.post(path, { form, headers: { origin: house() }, maxRedirects: 0 })
  const { location = '', 'set-cookie': cookies = '' } = answer.headers()
  if (answer.status() !== 303) throw new Error(`${path}: ${answer.status()} ${(await answer.text()).slice(0, 500)}`)
  if (/bad/.test(decodeURIComponent(cookies))) throw new Error(`${path}: ${decodeURIComponent(cookies)}`)
  return location
}

let nr = 0
/** Of an occasion each door has a name of its own, also where a test is tried again. */
export const named = (name: string) => `${name} ${++nr}`

/** The host adds a door on the screen; gives the link that a helper is sent. */
export async function addDoor({ page, slug }: DoorHost, name: string): Promise<string> {
  await page.goto(`/gathering/${slug}/door`)
  await scripted(page)
  await page.getByLabel('Name of the door').fill(name)
  await page.getByRole('button', { name: 'Add a door' }).click()
  const link = page.getByLabel('Link for the phone of a helper')
  await expect.poll(() => link.inputValue()).toContain('/door/join/')
  return link.inputValue()
}

/** A helper whose phone has joined. */
export async function joinedBy(host: DoorHost, what: string, wishes: Wishes = {}): Promise<Visitor & { name: string }> {
  const name = named(what)
  const link = await addDoor(host, name)
  // What looks at the link before the helper does, uses nothing up.
  expect((await fetch(link)).status).toBe(200)
  const helper = await visitor({ width: 360, ...wishes })
  await join(helper, link, name)
  return { ...helper, name }
}

export async function join({ page }: Pick<Visitor, 'page'>, link: string, name: string): Promise<void> {
  await page.goto(new URL(link).pathname)
  await page.getByRole('button', { name: /^(Join|Jiunge)$/ }).click()
  await page.getByRole('heading', { name }).waitFor()
}

type Door = Pick<Visitor, 'page'>
export const type = async ({ page }: Door, text: string) => {
  await page.getByLabel(/Code, name or last four digits|Msimbo, jina/).fill(text)
  await page.keyboard.press('Enter')
}
export const press = ({ page }: Door, name: string | RegExp) => page.getByRole('button', { name }).click()

/** The text of a guest's pass, read off its picture as a scanner does. */
export async function passOf({ link }: Coming): Promise<string> {
  const { data, info } = await sharp(await passPicture({ link }))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ data, width: info.width, height: info.height })
}
export const passPicture = async ({ link }: Pick<Coming, 'link'>): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${house()}/i/${link}/pass/1.png`)).arrayBuffer())
