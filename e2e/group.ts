import { randomInt, randomUUID } from 'node:crypto'
import { expect, inject } from 'vitest'
import { dayIn } from '#test/gatherings.ts'
import { controlOf } from './admin.ts'
import { ask } from './database.ts'
import { openDrive, post } from './drive.ts'
import { ownDigits } from './own-digits.ts'
import { signedIn } from './session.ts'
import { house, mailsTo, type Visitor, visitor, type Wishes } from './visitor.ts'

// A drive with one of everything that a group does with money, and the addresses at which it is seen.

const own = { dataDir: inject('dataDir') }
const control = controlOf('daraja', house)
const pathOf = (url: string) => {
  const { pathname, search } = new URL(url, house())
  return pathname + search
}
const address = () => `10.7.${randomInt(256)}.${randomInt(1, 255)}`
/** How a request on a phone ends, beside those that its phone brings about here. */
const ends = [
  'short',
  'over_limit',
  'locked',
  'too_soon',
  'busy',
  'too_busy',
  'refused',
  'broken',
  'wrong_pin',
  'unanswered',
  'unknown',
]

async function aGroup() {
  const { page, who } = await signedIn()
  const slug = await openDrive(
    page,
    'Wamamawanaojitahidikujengashule with a long name for narrow screens',
    '9999999999.99',
  )
  const empty = await openDrive(page, 'Small', '1')
  const [base, open] = [`/fund-drive/${slug}`, `/fundraiser/${slug}`]
  const send = async (path: string, form: Record<string, string>) => {
    const answer = await page.request.post(path, { form, headers: { origin: house() }, maxRedirects: 0 })
    expect([path, answer.status() < 400]).toEqual([path, true])
    return { to: answer.headers().location ?? '', text: await answer.text() }
  }
  const key = () => randomUUID()
  const [phone, email] = [`071199${ownDigits(4)}`, `${randomUUID()}@example.org`]
  const cash = { amount: '150000', givenOn: dayIn(-2), method: 'cash', name: 'Asha Mwangi' }
  await send(`${base}/recorded/add`, { ...cash, phone, note: 'In an envelope at church', key: key() })
  await send(`${open}/pledge`, { amount: '40000', name: 'Otieno', phone: '', email, dueOn: dayIn(20), key: key() })
  const [mail] = await mailsTo(email, /Your pledge is written down/)
  const pledge = pathOf(/http\S+\/pledge\/\S+/.exec(mail!.text)![0])
  const theirs = { amount: '25000', name: 'Wanjiru', phone: '', email: who.email, dueOn: dayIn(30), key: key() }
  await send(`${open}/pledge`, theirs)
  const { to: claim } = await send(`${open}/claim`, { code: `SLK${ownDigits(7)}`, tail: '126', phone: '' })
  const juma = { amount: '60000', name: 'Juma', phone, email: '', dueOn: dayIn(9), agreed: 'on', key: key() }
  await send(`${base}/pledges/write`, juma)
  const { to: rows } = await send(`${base}/bridge`, {
    text: 'MICHANGO\n1. Halima 500 ✅\n2. Juma 500/2000\n3. Mtu 5,00 ✅',
  })
  const { text } = await send(`${base}/settings/helpers`, { invited: 'Treasurer Wambui', role: 'treasurer' })
  const help = /\/help\/[\w-]{20,}/.exec(text)![0]
  const ids = await ask(
    own,
    `select r.id::text as gift, r.receipt, p.id::text as pledge from recorded_gifts r
      join fund_drives d on d.id = r.fund_drive_id join pledges p on p.fund_drive_id = d.id and p.name = 'Juma'
      where d.slug = $1`,
    [slug],
  )
  const [{ gift, receipt, pledge: pledgeId }] = ids as [{ gift: string; receipt: string; pledge: string }]
  let nr = 0
  const mark = ownDigits(4)
  const paying = async (press?: object) => {
    const number = `07${10 + ++nr}5${mark}1`
    const form = { way: 'mpesa', amount: '20', phone: number, key: key() }
    const begun = await post(`${open}/donate`, form, address())
    if (press) await control('press', { number, ...press })
    return new URL(begun.headers.get('location')!, house()).pathname
  }
  const pay = [await paying(), await paying({ cancel: true }), await paying({ runOut: true })]
  for (const state of ends) {
    const at = await paying()
    await ask(
      own,
      `update mpesa_prompts q set state = $2, ask_at = null, ended_at = now() from payments p
        where p.id = q.payment_id and p.reference = $1`,
      [at.split('/').at(-1), state],
    )
    pay.push(at)
  }
  const gave = { way: 'mpesa', amount: '1500', phone: '0708374149', email: who.email, name: 'Wanjiru', key: key() }
  await post(`${open}/donate`, gave, address())
  const session = (await page.context().cookies()).filter(({ name }) => /session/.test(name))
  const rest = {
    pay,
    pledge,
    claim: pathOf(claim),
    given: `/given/${receipt}`,
    help,
    gift,
    pledgeId,
    rows: pathOf(rows),
  }
  return { email: who.email, session, slug, empty, base, open, ...rest }
}

let made: ReturnType<typeof aGroup> | undefined
/** One for all tests of a process; what failed is not kept for the next test. */
export const group = () =>
  (made ??= aGroup().catch((error) => {
    made = undefined
    throw error
  }))

/** A window of a visitor of it, and one of its owner. */
export async function everybody(wishes: Wishes): Promise<[guest: Visitor, owner: Visitor]> {
  const { email, session } = await group()
  const [guest, owner] = [await visitor(wishes), await visitor(wishes)]
  await ask(own, 'update users set language = $2 where email = $1', [email, wishes.language ?? 'en'])
  await owner.context.addCookies(session)
  return [guest, owner]
}
