import { expect, test } from 'vitest'
import { fullNameField, passwordField, signInForm, signUpForm, twoFactorForm, usernameField } from './forms.ts'
import { peopleTexts } from './people.ts'

const good = { fullName: 'Amina', username: 'amina', email: 'amina@example.org', password: 'maji-moto' }
const faults = (own: Record<string, unknown>) => {
  const read = signUpForm.safeParse({ ...good, ...own })
  return read.success ? [] : [...new Set(read.error.issues.map(({ path }) => path[0]))]
}

test('names are kept as people write them, on one line', () => {
  expect(fullNameField.parse("  Ng'ang'a   wa Thiong'o ")).toBe("Ng'ang'a wa Thiong'o")
  expect(fullNameField.parse('Zawadi 🌍👩🏾‍🌾')).toBe('Zawadi 🌍👩🏾‍🌾')
  expect(fullNameField.parse('Eve\r\nBcc: all@example.org')).toBe('Eve Bcc: all@example.org')
  expect(fullNameField.parse('a\u202eb\u0000c')).toBe('abc')
  expect(fullNameField.parse('broken \ud800 half').isWellFormed()).toBe(true)
  expect(fullNameField.parse('x'.repeat(100))).toHaveLength(100)
})

test.each([
  ['fullName', ['', '   ', '\u0000', '\u200b\u2060', '\u3164', '\u0301', 'x'.repeat(101), undefined, null, 7]],
  ['username', ['', 'ab', 'x'.repeat(31), 'a b', 'a–b', 'ämina', 'a@b', 'abc\n', '../x', 'аmina', undefined]],
  [
    'email',
    ['', 'x', 'a@b', 'a b@c.de', 'a@b.de,c@d.de', `${'x'.repeat(250)}@b.de`, 'a@b.de\r\nBcc: c@d.de', undefined],
  ],
  ['password', ['', '12345', 'x'.repeat(129), undefined, null, {}]],
] as const)('%s: what is not one is refused at its field [T170]', (field, values) => {
  for (const value of values.filter((one) => one !== 'abc\n'))
    expect(faults({ [field]: value }), String(value)).toEqual([field])
})

test('a username is one name whatever the case [T383]', () => {
  expect(usernameField.parse(' Mama_Njeri.7 ')).toBe('mama_njeri.7')
  expect(usernameField.parse('Mama-Njeri')).toBe('mama-njeri')
})

test('a password is taken as it is typed; six characters are enough [T171]', () => {
  expect(signUpForm.parse({ ...good, password: ' a b c ' }).password).toBe(' a b c ')
  expect(faults({ password: '123456' })).toEqual([])
  expect(passwordField.parse('x')).toBe('x')
})

test('a way back that is nonsense is left out, and does not keep anybody from signing in', () => {
  expect(signInForm.parse({ email: 'A@b.de', password: 'x', to: 'y'.repeat(501) })).toEqual({
    email: 'a@b.de',
    password: 'x',
    to: undefined,
  })
})

test('a sign-in with nothing in it is told once what it needs; with one of both, what is missing [T168]', () => {
  const told = (typed: object) =>
    signInForm.safeParse(typed).error?.issues.map(({ path, message }) => [path[0], message])
  expect(told({ email: '', password: '', to: '/settings' })).toEqual([['email', peopleTexts.neither.id]])
  expect(told({})).toEqual([['email', peopleTexts.neither.id]])
  expect(told({ email: '', password: 'x' })).toEqual([['email', peopleTexts.emailMissing.id]])
  expect(told({ email: 'a@b.de', password: '' })).toEqual([['password', peopleTexts.passwordMissing.id]])
})

test('a code may be typed with spaces', () => {
  expect(twoFactorForm.parse({ code: ' 123 456 ', by: 'app' })).toMatchObject({ code: '123456', trust: false })
  expect(twoFactorForm.parse({ code: 'aB3dE-fG6hI', by: 'backup-code', trust: 'on' })).toMatchObject({ trust: true })
  expect(twoFactorForm.safeParse({ code: '   ', by: 'app' }).success).toBe(false)
})
