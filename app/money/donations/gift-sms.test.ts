import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fits, gsm7Length } from '#app/kit/gsm7.ts'
import { type Language, languages } from '#app/kit/languages.ts'
import { centsMax } from '#app/kit/money.ts'
import { testDatabase } from '#test/database.ts'
import { giftSms, textGivers } from './gift-sms.server.ts'

const db = await testDatabase()
const receipt = '3f1c8e0a-9b7d-4c55-8f1e-2a6b7c8d9e0f'
const gift = {
  amount: 50000,
  drive: 'Heal Mama Wanjiru',
  code: 'SLK4H2A7QX',
  url: `https://harambee.example/receipt/${receipt}`,
}
const all = Object.keys(languages) as Language[]

test('a giver is thanked in their language, with M-Pesa’s code and our receipt', () => {
  expect(giftSms({ ...gift, language: 'en' })).toBe(
    `Thank you! KES 500 for Heal Mama Wanjiru. M-Pesa SLK4H2A7QX. Receipt: ${gift.url}`,
  )
  expect(giftSms({ ...gift, language: 'sw' })).toBe(
    `Asante! KES 500 kwa Heal Mama Wanjiru. M-Pesa SLK4H2A7QX. Risiti: ${gift.url}`,
  )
})
test('a long title is shortened, and the address stays whole', () => {
  for (const language of all) {
    const text = giftSms({
      ...gift,
      language,
      drive: 'A school for the children of Kibera, and the roof of its library',
    })
    expect(text).toMatch(
      / A school for the children.*\.\.\. M-Pesa SLK4H2A7QX\. .*: https:\/\/harambee\.example\/receipt\/3f1c8e0a-9b7d-4c55-8f1e-2a6b7c8d9e0f$/,
    )
    expect(gsm7Length(text)).toBeGreaterThan(155)
  }
})
test('signs that phones lack become those they have; a title without any is ours', () => {
  expect(giftSms({ ...gift, language: 'en', drive: 'Wanjirũ’s “kidney” 🙏' })).toContain(
    'for Wanjiru\'s "kidney". M-Pesa',
  )
  expect(giftSms({ ...gift, language: 'en', drive: '水🙏' })).toContain('KES 500 for Harambee. M-Pesa')
})
test('where an address leaves no room, the thanks go without it', () => {
  const url = `https://a-very-long-name-of-a-server.harambee-of-all-kenya.example/receipt/${receipt}`
  const text = giftSms({ ...gift, language: 'en', url, amount: centsMax })
  expect(text).toBe('Thank you! KES 10,000,000,000 for Heal Mama Wanjiru. M-Pesa SLK4H2A7QX.')
})
test('whatever a drive is called and whatever is given, the text fits, in every language', () => {
  const title = fc.string({ unit: 'grapheme', maxLength: 200 })
  const host = fc.stringMatching(/^[a-z.-]{1,120}$/)
  fc.assert(
    fc.property(title, fc.integer({ min: 100, max: centsMax }), host, (drive, amount, name) => {
      const url = `https://${name}/receipt/${receipt}`
      for (const language of all) expect(fits(giftSms({ ...gift, language, drive, amount, url }))).toBe(true)
    }),
  )
})
test('a gift of KES 100 is thanked for once, at night too, and a smaller one is not', async () => {
  const { url: _, ...told } = gift
  const thank = (amount: number, donationId = 7) =>
    db
      .transaction()
      .execute((tx) =>
        textGivers(tx, [{ ...told, language: 'en', amount, donationId, receipt, phone: '+254712345678' }]),
      )
  expect(await thank(9999)).toBe(0)
  expect([await thank(10000), await thank(10000)]).toEqual([1, 0])
  const rows = await db.selectFrom('sms_outbox').select(['key', 'text', 'money', 'at_night', 'asked_for']).execute()
  expect(rows).toEqual([
    {
      key: 'gift 7',
      text: expect.stringContaining(`/receipt/${receipt}`),
      money: true,
      at_night: true,
      asked_for: false,
    },
  ])
})
