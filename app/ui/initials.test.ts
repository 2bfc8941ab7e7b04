import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test('initials are of the first and the last name', () => {
  expect(['Achieng Otieno Were', 'njeri', '  Kamau   wa  Njoroge ', '', '😀 Omar'].map(initials)).toEqual([
    'AW',
    'N',
    'KN',
    '',
    '😀O',
  ])
})
