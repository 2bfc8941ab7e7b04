import { expect, test } from 'vitest'
import { hourInNairobi, nameToGreet, partOfDay } from '#app/drives/drive/pages/dashboard.tsx'

test.each([
  [0, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [16, 'afternoon'],
  [17, 'evening'],
  [23, 'evening'],
])('at %i it is %s [T67]', (hour, part) => expect(partOfDay(hour)).toBe(part))

test('Nairobi is three hours ahead of UTC, and midnight there is 0', () => {
  expect(hourInNairobi(new Date('2026-03-01T08:59:00Z'))).toBe(11)
  expect(hourInNairobi(new Date('2026-03-01T21:00:00Z'))).toBe(0)
})

test('a person is greeted by name, or by what is before the @ [T68]', () => {
  expect(nameToGreet({ fullName: 'Achieng Otieno', email: 'a@b.test' })).toBe('Achieng Otieno')
  expect(nameToGreet({ fullName: '  ', email: 'achieng@b.test' })).toBe('achieng')
})
