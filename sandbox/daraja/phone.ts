import { isAtHome } from '../at-home.ts'
import { one, together } from '../database.ts'
import { seeOther } from '../sheet.ts'
import { newestSms } from '../sms.ts'
import type { Visit } from '../steering.ts'
import { lipa } from './lipa.ts'
import { press, promptsOf, waitingOn } from './paying.ts'
import { addressOf, phonePage, phonesPage, type Seen } from './phone-page.ts'
import { changeBalance, lately, phoneIn, usedPhone } from './phones.ts'
import { reverseOwn, reversible } from './reversals.ts'
import { phoneOf, type Scene } from './world.ts'

// The pretend phone: what its page answers, and what its buttons do.

/** Answers everything under /sandbox/phone. */
export async function phone(scene: Scene, request: Request, { nonce, address }: Visit): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const seen: Seen = { scene, nonce }
  const typed = decoded(pathname.slice(scene.world.phones.length).replace(/^\/|\/$/g, ''))
  if (!typed) return index(seen, searchParams.get('number'), scene.world.isSteered() && isAtHome(request, address))
  const [first = '', rest] = typed.split('/')
  const number = rest === undefined || rest === 'pay' ? phoneOf(first) : undefined
  if (!number) return index(seen, typed, false, 404)
  if (rest === 'pay') return lipa(seen, number, request.method === 'POST' ? await request.formData() : undefined)
  if (request.method === 'POST') return act(seen, number, await request.formData())
  if (typed !== number) return seeOther(addressOf(seen, number))
  if (searchParams.has('state')) return Response.json({ mark: await markOf(scene, number) }, fresh)
  return show(seen, number, searchParams.get('says') ?? '')
}

const fresh = { headers: { 'cache-control': 'no-store' } }

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('\0', '')
  } catch {
    return text
  }
}

/** Which phones were used is for the person who sits here: on a public demo they are other people's. */
async function index(seen: Seen, typed: string | null, atHome: boolean, status?: number): Promise<Response> {
  const number = typed === null ? undefined : phoneOf(typed)
  if (number) return seeOther(addressOf(seen, number))
  const phones = atHome ? await lately(seen.scene.world.pool()) : []
  const wrong = typed === null ? '' : 'Enter a Kenyan mobile number, such as 0712 345 678'
  return phonesPage(seen, { phones, typed: typed ?? '', wrong, status: status ?? (wrong ? 422 : 200) })
}

const wrongs: Record<string, string> = {
  pin: 'Enter the four digits of the PIN.',
  money: 'This payment is not reversed: it was before, or the business has too little.',
  late: 'It was too late: nothing waits here any more.',
}

async function show(seen: Seen, number: string, says: string): Promise<Response> {
  const pool = seen.scene.world.pool()
  const [phone, waiting, past, payments, texts, mark] = await Promise.all([
    phoneIn(pool, number),
    waitingOn(pool, number),
    promptsOf(pool, number),
    reversible(pool, number),
    newestSms((text, values) => pool.query(text, values), { to: `+${number}`, most: 10 }),
    markOf(seen.scene, number),
  ])
  const wrong = Object.hasOwn(wrongs, says) ? wrongs[says]! : ''
  return phonePage(seen, { phone, waiting, past, payments, texts, mark, wrong })
}

/** Another text whenever something on the page is another. */
async function markOf({ world }: Scene, number: string): Promise<string> {
  const row = await one<{ mark: string }>(
    world.pool(),
    `select concat_ws('.', (select md5(string_agg(checkout_id || state, ',' order by checkout_id))
         from sandbox.daraja_prompts where phone = $1),
       (select max(id) from sandbox.sms where to_phone = '+' || $1),
       (select balance || is_on::text from sandbox.daraja_phones where number = $1)) as mark`,
    [number],
  )
  return row!.mark
}

async function act(seen: Seen, number: string, form: FormData): Promise<Response> {
  const { scene } = seen
  const back = (says = '') => seeOther(addressOf(seen, number, says && `?says=${says}`))
  const pressed = form.get('press')
  if (pressed === 'on' || pressed === 'off' || pressed === 'top-up') {
    await together(scene.world, async (tx) => {
      await usedPhone(scene, tx, number)
      if (pressed === 'top-up') await changeBalance(tx, number, 5_000_000)
      else await tx.query('update sandbox.daraja_phones set is_on = $2 where number = $1', [number, pressed === 'on'])
    })
    return back()
  }
  const receipt = form.get('reverse')
  if (receipt) return back((await reverseHere(scene, number, String(receipt))) ? '' : 'money')
  if (pressed === 'cancel' || pressed === 'run-out')
    return back((await press(scene, number, pressed)) === undefined ? 'late' : '')
  const pin = String(form.get('pin') ?? '').trim()
  if (!/^\d{4}$/.test(pin)) return back('pin')
  return back((await press(scene, number, { pin })) === undefined ? 'late' : '')
}

/** A phone's own payments alone. */
async function reverseHere(scene: Scene, number: string, receipt: string): Promise<boolean> {
  const own = await reversible(scene.world.pool(), number)
  return own.some((one) => one.receipt === receipt) && 'receipt' in (await reverseOwn(scene, receipt))
}
