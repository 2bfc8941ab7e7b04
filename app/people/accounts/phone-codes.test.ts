import { afterEach, describe, expect, test, vi } from 'vitest'
import { gsm7Length } from '#app/kit/gsm7.ts'
import { type Language, languages } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { jobsNamed } from '#app/platform/jobs/queue.server.ts'
import { log } from '#app/platform/log.server.ts'
import { readChoices } from '#app/platform/settings/choices.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { sweepSms } from '#app/platform/sms/outbox.server.ts'
import { asking, jar } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { aMark, aNumber, codeTo, hasPhone, otherThan, textWaiting } from '#test/phone-codes.ts'
import { timePasses } from '#test/time.ts'
import { knownDeviceCookie } from './cookies.server.ts'
import { askCode, codeLimits, codeSms, codeWait, returnCode, sweepCodes, withCode } from './phone-codes.server.ts'
import { signIn } from './sign-in.server.ts'

const db = await testDatabase()
booksMustHold(() => db)
const { SMS_COUNTRIES } = settings
afterEach(() => {
  vi.restoreAllMocks()
  Object.assign(settings, { SMS_COUNTRIES })
})

/** What a right code opens here. */
const opens = async () => 'open'
const tries = async (phone: string) =>
  (await db.selectFrom('phone_codes').where('phone', '=', phone).select('tries').executeTakeFirstOrThrow()).tries
const noCode = { status: 401, field: 'code' }

describe('a text with a code', () => {
  test('says what it is for, and ends with the line by which a phone offers it on our pages alone', () => {
    expect(codeSms('en', '012345', 'harambee.example')).toBe(
      '012345 is your Harambee code, for 5 minutes. Type it on our page alone and tell nobody.\n\n@harambee.example #012345',
    )
    expect(codeSms('sw', '012345', 'harambee.example')).toMatch(/\n\n@harambee\.example #012345$/)
  })

  test('is one text in every language, whatever the host is called', () => {
    for (const language of Object.keys(languages) as Language[])
      for (const host of ['a.ke', 'harambee.example.co.ke', `${'x'.repeat(60)}.example`, `${'x'.repeat(200)}.example`])
        expect(gsm7Length(codeSms(language, '999999', host))).toBeLessThanOrEqual(160)
  })

  test('is written by the job: no job, no log and no answer has the code', async () => {
    const lines = vi.spyOn(log, 'info')
    const { phone, code } = await codeTo(db, { phone: aNumber(), purpose: 'sign up' })
    expect(code).toMatch(/^\d{6}$/)
    const row = await db.selectFrom('phone_codes').where('phone', '=', phone).selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(code)
    const [job] = await jobsNamed(db, [`text-code:${row.id}`])
    expect(JSON.stringify(job)).not.toMatch(new RegExp(`${code}|${phone.slice(1)}`))
    expect(JSON.stringify(lines.mock.calls)).not.toContain(code)
    const text = await db.selectFrom('sms_outbox').where('phone', '=', phone).selectAll().executeTakeFirstOrThrow()
    expect(text).toMatchObject({ money: false, at_night: true, asked_for: true })
  })

  test('is written once, however often its job runs', async () => {
    const { phone } = await codeTo(db, { phone: aNumber(), purpose: 'sign up' })
    await Promise.all(Array.from({ length: 10 }, () => textWaiting(db, phone, 'sign up')))
    expect(await db.selectFrom('sms_outbox').where('phone', '=', phone).select('id').execute()).toHaveLength(1)
  })

  test('goes to phones of the countries that were named alone', async () => {
    const asked = { phone: '+256772123456', purpose: 'sign up', mark: aMark(), language: 'en' } as const
    await expect(askCode(db, asked)).rejects.toMatchObject({ status: 422, field: 'phone' })
    settings.SMS_COUNTRIES = ['KE', 'UG']
    await askCode(db, asked)
  })

  test('who signs in with a number that nobody has is sent none, and everything else is done just the same', async () => {
    const { id } = await somePerson(db)
    const known = await codeTo(db, { phone: await hasPhone(db, id) })
    const unknown = await codeTo(db, { phone: aNumber() })
    expect([known.text, unknown.text]).toEqual([expect.any(String), undefined])
    const no = (shown: typeof known) =>
      withCode(db, { ...shown, code: otherThan(shown.code) }, opens).catch((error) => ({
        ...error,
        told: error.message,
      }))
    expect(await no(unknown)).toEqual(await no(known))
    expect(await tries(unknown.phone)).toBe(await tries(known.phone))
  })
})

describe('a code', () => {
  test('opens once what was asked for, in the browser that asked [T552]', async () => {
    const shown = await codeTo(db, { phone: aNumber(), purpose: 'sign up' })
    await expect(withCode(db, { ...shown, mark: aMark() }, opens)).rejects.toMatchObject(noCode)
    await expect(withCode(db, { ...shown, purpose: 'sign in' }, opens)).rejects.toMatchObject(noCode)
    expect(await tries(shown.phone)).toBe(0)
    expect(await withCode(db, shown, opens)).toBe('open')
    await expect(withCode(db, shown, opens)).rejects.toMatchObject(noCode)
  })

  test('of ten who show the right one at once, one is let in [T551]', async () => {
    // Until ten connections are open, the first is through before the others come.
    for (let round = 0; round < 5; round++) {
      const shown = await codeTo(db, { phone: aNumber(), purpose: 'sign up' })
      const ends = await Promise.allSettled(Array.from({ length: 10 }, () => withCode(db, shown, opens)))
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  test('of fifty wrong ones at once five are looked at, and then the right one opens nothing either [T550]', async () => {
    const shown = await codeTo(db, { phone: aNumber(), purpose: 'sign up' })
    const wrong = { ...shown, code: otherThan(shown.code) }
    const ends = await Promise.allSettled(Array.from({ length: 50 }, () => withCode(db, wrong, opens)))
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: noCode })
    expect(await tries(shown.phone)).toBe(5)
    await expect(withCode(db, shown, opens)).rejects.toMatchObject(noCode)
  })

  test('is over when another takes its place; and one of another phone opens nothing', async () => {
    const phone = aNumber()
    const former = await codeTo(db, { phone, purpose: 'sign up' })
    let fresh = await codeTo(db, { phone, purpose: 'sign up', mark: former.mark })
    while (fresh.code === former.code) fresh = await codeTo(db, { phone, purpose: 'sign up', mark: former.mark })
    let other = await codeTo(db, { phone: aNumber(), purpose: 'sign up', mark: former.mark })
    while (other.code === fresh.code)
      other = await codeTo(db, { phone: other.phone, purpose: 'sign up', mark: former.mark })
    await expect(withCode(db, former, opens)).rejects.toMatchObject(noCode)
    await expect(withCode(db, { ...fresh, code: other.code }, opens)).rejects.toMatchObject(noCode)
    expect(await withCode(db, fresh, opens)).toBe('open')
  })

  test('is good for five minutes [T553]', async () => {
    const old = await codeTo(db, { phone: aNumber(), purpose: 'sign up' })
    await timePasses('1 minute')
    const shown = await codeTo(db, { phone: aNumber(), purpose: 'sign up' })
    await timePasses('241 seconds')
    await expect(withCode(db, old, opens)).rejects.toMatchObject(noCode)
    expect(await withCode(db, shown, opens)).toBe('open')
  })

  test('that opened nothing, because a rule said no, is not used up', async () => {
    const shown = await codeTo(db, { phone: aNumber(), purpose: 'sign up' })
    await expect(withCode(db, shown, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await withCode(db, shown, opens)).toBe('open')
  })

  test('is forgotten after a day, with the text that it was in', async () => {
    const { phone } = await codeTo(db, { phone: aNumber(), purpose: 'sign up' })
    await sweepCodes(db)
    await sweepSms(db)
    expect(await tries(phone)).toBe(0)
    await db.updateTable('sms_outbox').set({ state: 'failed' }).where('phone', '=', phone).execute()
    await timePasses('25 hours')
    await sweepCodes(db)
    await sweepSms(db)
    expect(await db.selectFrom('phone_codes').where('phone', '=', phone).selectAll().execute()).toEqual([])
    expect(await db.selectFrom('sms_outbox').where('phone', '=', phone).selectAll().execute()).toEqual([])
  })
})

describe('codes that are asked for', () => {
  const from = (address: string, cookie = '') => ({ address, request: asking({ cookie }).request })
  const ask = (phone: string, address: string, cookie = '') => takeTry(codeLimits(phone, from(address, cookie)))
  const noPause = () => db.deleteFrom('rate_limits').where('name', '=', 'phone-code-pause').execute()

  test('are one a minute for a phone from one network, and five an hour', async () => {
    const phone = aNumber()
    expect(await codeWait(phone, from('10.20.0.1'))).toBe(0)
    await ask(phone, '10.20.0.1')
    expect(await codeWait(phone, from('10.20.0.1'))).toBeGreaterThan(50)
    await expect(ask(phone, '10.20.0.1')).rejects.toMatchObject({ status: 429 })
    for (let minute = 2; minute <= 5; minute++) {
      await noPause()
      await ask(phone, '10.20.0.1')
    }
    await noPause()
    await expect(ask(phone, '10.20.0.1')).rejects.toMatchObject({ status: 429 })
  })

  test('by a stranger shut the phone’s owner out of no network of theirs, and of no browser that they use', async () => {
    const phone = aNumber()
    for (let nr = 0; nr < 10; nr++) {
      await noPause()
      await db.deleteFrom('rate_limits').where('name', '=', 'phone-code-hour').execute()
      await ask(phone, '10.20.1.1')
    }
    await noPause()
    await expect(ask(phone, '10.20.1.1')).rejects.toMatchObject({ status: 429 })
    await ask(phone, '10.20.1.2')
    // A browser in which they were signed in has tries of its own, from the stranger's network, too.
    await ask(phone, '10.20.1.1', jar([knownDeviceCookie(phone, asking().request)]))
  })

  test('by strangers of many networks ring a phone twenty times a day, and its owner’s browser goes on', async () => {
    const phone = aNumber()
    for (let nr = 0; nr < 20; nr++) await ask(phone, `10.21.${nr}.1`)
    await expect(ask(phone, '10.21.99.1')).rejects.toMatchObject({ status: 429 })
    await ask(phone, '10.21.99.1', jar([knownDeviceCookie(phone, asking().request)]))
  })

  test('by a stranger take the place of no code of its owner', async () => {
    const { id } = await somePerson(db)
    const phone = await hasPhone(db, id)
    const mine = await codeTo(db, { phone })
    await codeTo(db, { phone })
    expect(await withCode(db, mine, opens)).toBe('open')
  })

  test('are three hundred an hour for a network, of version 6 for all of a /48; those that are used cost none', async () => {
    const at = (nr: number) => `2001:db8:7:${nr.toString(16)}::1`
    for (let nr = 0; nr < 300; nr++) await ask(aNumber(), at(nr))
    await expect(ask(aNumber(), at(300))).rejects.toMatchObject({ status: 429 })
    await returnCode(aNumber(), from(at(301)))
    await ask(aNumber(), at(302))
    await ask(aNumber(), '2001:db8:8::1')
  })

  test('for sign-ups by 5,000 from 1,000 addresses are texted until the day’s are used up; nobody who has an account is shut out [T554]', async () => {
    const person = await somePerson(db)
    const own = await hasPhone(db, person.id)
    await db.deleteFrom('rate_limits').execute()
    await db
      .insertInto('operator_choices')
      .values({ name: 'SIGN_UP_CODES_A_DAY', value: '40', by: person.id, why: '' })
      .execute()
    await readChoices()
    const before = await written()
    const signUp = async (nr: number) => {
      const phone = aNumber()
      await ask(phone, `10.${30 + ((nr % 1000) >> 8)}.${(nr % 1000) & 255}.9`)
      await codeTo(db, { phone, purpose: 'sign up' })
    }
    const ends: PromiseSettledResult<void>[] = []
    for (let from = 0; from < 5000; from += 50) {
      ends.push(...(await Promise.allSettled(Array.from({ length: 50 }, (_, nr) => signUp(from + nr)))))
      if (from % 1000 === 0) {
        const entered = await signIn(asking(), { email: person.email, password: person.password, to: undefined })
        expect(entered.is).toBe('signed-in')
      }
    }
    expect((await written()) - before).toBe(40)
    const no = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.status] : []))
    expect(new Set(no)).toEqual(new Set([503]))
    expect(no.length).toBeGreaterThan(4800)
    expect(await withCode(db, await codeTo(db, { phone: own }), opens)).toBe('open')
  }, 120_000)

  test('and can’t be texted are refused in words, with a number for support: nobody waits for them', async () => {
    const asked = { phone: aNumber(), purpose: 'sign up', mark: aMark(), language: 'en', number: 'k7f3-9x2q' } as const
    const no = await askCode(db, asked).catch((error) => error)
    expect(no).toMatchObject({ status: 503 })
    expect(wordsIn('en')._(no.says.why)).toContain('If you write to support, give them this number: k7f3-9x2q')
  })
})

const written = async () =>
  Number(
    (
      await db
        .selectFrom('sms_outbox')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
