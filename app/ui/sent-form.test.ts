import { expect, test } from 'vitest'
import { fieldInFault } from './use-form-action.tsx'

const form = {
  elements: [
    { name: 'to', type: 'hidden' },
    { type: 'fieldset' },
    { name: 'name', type: 'text' },
    { name: 'email', type: 'email', disabled: true },
    { name: 'amount', type: 'number' },
  ],
}
const found = (errors?: Record<string, string>) => (fieldInFault(form, errors) as { name?: string } | undefined)?.name

test('the focus goes to the first field in the page that there are words about', () => {
  expect(found({ amount: 'Too little', name: 'Please fill this in' })).toBe('name')
  expect(found({ amount: 'Too little' })).toBe('amount')
})
test('it goes nowhere when no field is in fault, or none that can be reached', () => {
  expect(found()).toBeUndefined()
  expect(found({ to: 'x', email: 'y', toString: 'z' })).toBeUndefined()
})
