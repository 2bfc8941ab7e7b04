import { beforeEach, describe, expect, test } from 'vitest'
import type { MobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { darajaAt, pretendedDaraja } from '#test/daraja.ts'
import { testDatabase } from '#test/database.ts'
import { allRows } from '#test/rows.ts'
import { tokenMaker } from './calls.server.ts'
import { daraja } from './daraja.server.ts'
import { sharedTokens } from './token.server.ts'

// The adapter against our own sandbox, by address and keys alone.

const db = await testDatabase()
let world: Awaited<ReturnType<typeof pretendedDaraja>>
let scene: MobileMoney
/** The adapter as a new process would have it: it remembers nothing. */
const opened = (own: { credential?: string } = {}) => {
  const { fetch, clock } = world
  const { key, secret, shortcode, passkey, initiator, credential } = { ...world.keys, ...own }
  const gateway = { baseUrl: darajaAt, fetch }
  const token = sharedTokens({ db, of: key, secret: 'a secret', make: tokenMaker(gateway, { key, secret }) })
  const numbers = { shortcode, kind: 'paybill' as const, passkey, pullNumber: '254708374149', initiator, credential }
  return daraja({ ...gateway, ...numbers, hearOrigin: 'http://localhost', token, now: clock.now })
}
beforeEach(async () => {
  await db.deleteFrom('mpesa_token').execute()
  world = await pretendedDaraja()
  scene = opened()
})

const own = '+254712345678'
const numbered = (last: string) => `+2547083741${last}`
const hearAt = 'https://harambee.example/heard/abc'
const prompt = (phone: string, cents = 50_000) => scene.prompt({ account: 'HEAL7K2Q', cents, phone, hearAt })
const sent = async (phone: string) => {
  const answer = await prompt(phone)
  if (answer.is !== 'sent') throw new Error(JSON.stringify(answer))
  return answer.id
}
const told = async () => {
  await world.tick()
  return world.told().map(({ raw }) => scene.readPrompt(Buffer.from(raw)))
}
const received = () => allRows('sandbox.daraja_transactions', {}, 'receipt')

describe('a request on a phone', () => {
  test('is open until its PIN is typed, and then it is paid and told with its receipt', async () => {
    const id = await sent(own)
    expect(await scene.askPrompt(id)).toMatchObject({ is: 'prompt', state: 'open' })
    await world.press(own, { pin: '1234' })
    expect(await scene.askPrompt(id)).toMatchObject({ is: 'prompt', state: 'paid', code: '0' })
    const { receipt } = (await received())[0]!
    expect(await told()).toEqual([{ is: 'told', id, state: 'paid', code: '0', receipt }])
  })

  test.each([
    [{ pin: '4321' } as const, 'wrong_pin'],
    [{ cancel: true } as const, 'cancelled'],
    [{ runOut: true } as const, 'expired'],
  ])('that is answered by %o is %s', async (press, state) => {
    const id = await sent(own)
    await world.press(own, press)
    expect(await scene.askPrompt(id)).toMatchObject({ is: 'prompt', state })
    expect(await told()).toMatchObject([{ is: 'told', id, state, receipt: null }])
  })

  test('whose answer is lost is not known, and is told by the phone all the same', async () => {
    await scene.askPrompt('ws_CO_any')
    expect(await prompt(numbered('15'))).toMatchObject({ is: 'failure', class: 'unknown' })
    expect(await told()).toMatchObject([{ is: 'told', state: 'paid' }])
  })
})

describe('the list of what came in', () => {
  const days = { from: new Date('2026-11-19T00:00:00Z'), to: new Date('2026-11-20T23:00:00Z') }
  const list = (offset = 0) => scene.list({ ...days, offset })

  test('is empty before anything came, and has what was paid, and nothing that failed', async () => {
    expect(await list()).toEqual({ is: 'receipts', receipts: [], next: null })
    await sent(numbered('16'))
    await sent(numbered('02'))
    await sent(own)
    await world.press(own, { pin: '1234' })
    const ours = { shortcode: '174379', cents: 50_000, account: 'HEAL7K2Q', name: null, paidAt: world.clock.now() }
    const listed = await list()
    if (listed.is !== 'receipts') throw new Error(JSON.stringify(listed))
    const codes = (await received()).map(({ receipt }) => receipt)
    expect(listed.receipts.map(({ receipt }) => receipt).toSorted()).toEqual(codes.toSorted())
    expect(listed.receipts.toSorted((one, two) => (one.tail! < two.tail! ? -1 : 1))).toMatchObject([
      { ...ours, tail: '116' },
      { ...ours, tail: '678' },
    ])
    expect(listed.next).toBe(2)
    expect(await list(2)).toEqual({ is: 'receipts', receipts: [], next: null })
  })

  test('has a payment whose request got no answer, under the account that we gave it', async () => {
    await scene.askPrompt('ws_CO_any')
    expect(await prompt(numbered('15'))).toMatchObject({ class: 'unknown' })
    expect(await list()).toMatchObject({ receipts: [{ account: 'HEAL7K2Q', cents: 50_000, tail: '115' }] })
  })

  test('is read page by page, each receipt once', async () => {
    for (let times = 0; times < 130; times++) await sent(numbered('49'))
    const codes: string[] = []
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await list(offset)
      if (page.is === 'failure') throw new Error(page.message)
      codes.push(...page.receipts.map(({ receipt }) => receipt))
      offset = page.next
    }
    expect([codes.length, new Set(codes).size]).toEqual([130, 130])
  })
})

describe('what goes wrong there', () => {
  test('a request whose answer is late is sent, however much was posted meanwhile', async () => {
    await world.fault({ endpoint: 'prompt', fault: 'late-answer' })
    const before = world.clock.now().getTime()
    expect(await prompt('+254708374149')).toMatchObject({ is: 'sent' })
    expect(world.clock.now().getTime() - before).toBe(8000)
  })

  test('a request that nobody sent is refused permanently, which shows that our keys are taken', async () => {
    expect(await scene.askPrompt('ws_CO_of_nobody')).toMatchObject({ is: 'failure', class: 'rejected' })
  })
})

describe('a question that is answered later', () => {
  const answered = async () => {
    await world.tick()
    return scene.readAnswer(Buffer.from(world.told().at(-1)!.raw))
  }
  const paid = async () => {
    await world.control('pay', { phone: own, account: 'HEAL7K2Q', amount: 500 })
    return (await received()).at(-1)!.receipt
  }

  test('says what became of a code, and names the question', async () => {
    const receipt = await paid()
    const asked = await scene.askReceipt({ receipt, hearAt })
    expect(asked).toMatchObject({ is: 'asked' })
    const facts = { receipt, shortcode: world.keys.shortcode, cents: 50_000, isDone: true, tail: '678' }
    expect(await answered()).toMatchObject({ is: 'answer', code: '0', held: null, status: facts })
    expect(world.told().at(-1)!.body.Result.OriginatorConversationID).toBe('id' in asked && asked.id)
    expect(world.told().at(-1)!.address).toBe(hearAt)
  })

  test('about a code that nobody has, or by an operator that is not let in, has no facts', async () => {
    await scene.askReceipt({ receipt: 'SKZ0000000', hearAt })
    expect(await answered()).toMatchObject({ is: 'answer', code: 'R000002', status: null })
    scene = opened({ credential: 'another one' })
    await scene.askReceipt({ receipt: 'SKZ0000000', hearAt })
    expect(await answered()).toMatchObject({ is: 'answer', code: '2001', status: null })
  })

  test('says how much money there is, account by account', async () => {
    await paid()
    await world.control('settings', { balanceOff: 150 })
    await scene.askBalance({ hearAt })
    const said = await answered()
    expect(said.is === 'answer' && said.held).toContainEqual({ account: 'Utility Account', cents: 50_150 })
  })

  test.each([
    ['nothing', ''],
    ['a list', '[]'],
    ['a result that is none', '{"Result":7}'],
    ['a result without a name', '{"Result":{"ResultCode":0}}'],
    ['what is told of a request', '{"Body":{"stkCallback":{}}}'],
    ['too much', `"${'x'.repeat(33_000)}"`],
  ])('is not answered by %s', (_, raw) => {
    expect(scene.readAnswer(Buffer.from(raw)).is).toBe('garbage')
  })
})
