import { describe, expect, test } from 'vitest'
import {
  accountOfCode,
  damm,
  distance,
  editsBetween,
  isNumber,
  numbersNear,
  partsOfWord,
  readAccount,
  wrongWord,
} from './code.ts'

const numberOf = (digits: string) => digits + damm(digits)
/** Some numbers of both lengths, and words, always the same ones. */
const some = ['30451', '10000', '99999', '12345', '90210', '58008', '123456', '999999', '500000'].map(numberOf)
const otherDigits = (digit: string) => Array.from('0123456789').filter((one) => one !== digit)

describe('the check digit', () => {
  test('is the one that Damm gives: 572 has 4', () => {
    expect([damm('572'), damm('5724')]).toEqual([4, 0])
  })

  test.each(some)('any one wrong digit, and two neighbours that changed places, are noticed in %s [T503]', (number) => {
    expect(isNumber(number)).toBe(true)
    for (let at = 0; at < number.length; at++) {
      const [before, behind] = [number.slice(0, at), number.slice(at + 1)]
      for (const digit of otherDigits(number[at]!))
        expect(readAccount(before + digit + behind)?.kind).not.toBe('number')
      const swapped = before + (behind[0] ?? '') + number[at] + behind.slice(1)
      if (swapped !== number) expect(readAccount(swapped)?.kind).not.toBe('number')
    }
  })

  test('a number begins with no 0, and has six digits or seven', () => {
    expect([numberOf('01234'), numberOf('1234'), numberOf('1234567')].filter(isNumber)).toEqual([])
  })
})

describe('an account is read as any phone writes it', () => {
  const number = some[0]!
  const [front, end] = [number.slice(0, 3), number.slice(3)]

  test.each([
    [number, number, null],
    [` ${front} ${end} `, number, null],
    [`${front}-${end}`, number, null],
    [`${front}–${end}`, number, null],
    [number.replace('0', 'o'), number, null],
    [numberOf('10000').replaceAll('0', 'O').replace('1', 'l'), numberOf('10000'), null],
    [`${number}kp2qm`, number, 'KP2QM'],
    [`${front} ${end} kp2q`, number, 'KP2Q'],
    [some[6]!, some[6], null],
    [`${some[6]}KP2QM`, some[6], 'KP2QM'],
  ])('%s is a number', (typed, code, tag) => {
    expect(readAccount(typed)).toEqual({ kind: 'number', code, tag })
  })

  test.each([
    ['HEAL', 'HEAI', null],
    ['heal', 'HEAI', null],
    ['He al.', 'HEAI', null],
    ['hea1', 'HEAI', null],
    ['h-e-a-i', 'HEAI', null],
    ['sch00l', 'SCHOOI', null],
    ['HEAL7K2QM', 'HEAI', '7K2QM'],
    ['heal 7k2q', 'HEAI', '7K2Q'],
    ['HARVEST2ABCD', 'HARVEST', '2ABCD'],
  ])('%s is a word', (typed, code, tag) => {
    expect(readAccount(typed)).toEqual({ kind: 'word', code, tag })
  })

  test.each([
    '',
    ' ',
    'ABC',
    'ABC 304-518',
    'HEAL💚',
    '💚💚💚💚',
    'HEAL7K2QMM',
    'HEAL7K2',
    'ABCDEFGH',
    'A'.repeat(21),
    '3'.repeat(21),
    ' '.repeat(5000),
    `${number}${' '.repeat(50)}`,
    `\u202e${number}`,
    `HEAL\u0000`,
    `${number}\u0000`,
    '٣٠٤٥١٨',
    'HEÁL',
    'ſaſa',
    'ßßß',
    'ıııı',
    'ＨＥＡＬ',
    'HEAL%',
    "HEAL'--",
    '304518; drop table',
    '{"code":1}',
  ])('%j is none', (typed) => {
    expect(readAccount(typed)).toBeUndefined()
  })
})

describe('the account of a request', () => {
  test.each([...some, 'HEAL', 'HARVEST', 'LOLA'])(
    'is read as the code %s and its tag again, whatever is picked',
    (code) => {
      for (let round = 0; round < 200; round++) {
        const account = accountOfCode(code, (signs) => signs[(round * 7 + signs.length * 3) % signs.length]!)
        expect(account).toMatch(/^[A-Z0-9]{9,12}$/)
        const read = readAccount(account)!
        expect(account.endsWith(read.tag!)).toBe(true)
        expect(account.slice(0, -read.tag!.length)).toBe(code)
      }
    },
  )
})

describe('a word', () => {
  test.each(['HEAL', 'WANJIKU', 'LOLA', 'SHULE', 'MAJI', 'HOPE', 'COCKTAIL'.slice(0, 7)])('may be %s', (word) => {
    expect(wrongWord(word)).toBe(null)
  })

  test.each(['', 'ABC', 'ABCDEFGH', 'heal', 'HEAL2', 'HE AL', 'MAMÁ', 'HEAL\n', '💚💚'])('is not %j', (word) => {
    expect(wrongWord(word)).toBe('shape')
  })

  test.each([
    'ADMIN ADMLN ADMINS MPESA MPESAA MPSEA HARAMBE SAFARIC PAYBILL PAYBIII BANK STOP'.split(' '),
    ['FUCKED', 'MALAYA', 'MAIAYA', 'KUMA', 'OILOIL', 'LOLO', 'IOLIOLA'],
  ])('is not %s or one like it', (...words) => {
    expect(words.filter((word) => wrongWord(word) !== 'reserved')).toEqual([])
  })
})

test('edits are counted: a sign more, less or another, and two neighbours that changed places', () => {
  const pairs = [
    ['HEAL', 'HEAL'],
    ['HEAL', 'HEALS'],
    ['HEAL', 'HAL'],
    ['HEAL', 'HEAR'],
    ['HEAL', 'HAEL'],
    ['HEAL', 'HELP'],
    ['', 'ABC'],
    ['HEAL', 'MAJI'],
  ]
  expect(pairs.map(([one, other]) => editsBetween(one!, other!))).toEqual([0, 1, 1, 1, 1, 2, 3, 4])
  for (const [one, other] of pairs) expect(editsBetween(other!, one!)).toBe(editsBetween(one!, other!))
})

test('all numbers within two slips are near, and each of them is one that a drive can have', () => {
  const number = some[0]!
  for (const typed of [`${number.slice(0, 5)}`, `${number}4`, number.replace('5', '9'), `1${number.slice(1, 5)}2`]) {
    const near = numbersNear(typed)
    expect(near).toContain(number)
    expect(near.filter((one) => !isNumber(one) || editsBetween(one, typed) > 3)).toEqual([])
  }
})

test('the parts that may have been meant are found among other things', () => {
  expect(partsOfWord('for HEAL 304-518')).toEqual({ numbers: ['304518'], words: ['FORHEAI', 'FOR', 'HEAI'] })
  expect(partsOfWord('0712345678')).toMatchObject({ numbers: [] })
  expect(partsOfWord('\u0000💚'.repeat(500))).toEqual({ numbers: [], words: [] })
  expect(distance('HEAL', partsOfWord('to heai please'))).toBe(0)
  expect(distance('304518', partsOfWord('HEAL'))).toBe(Number.POSITIVE_INFINITY)
})
