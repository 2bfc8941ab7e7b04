import type { ComponentProps } from 'react'
import { Form } from 'react-router'
import { Button } from './button.tsx'

type FormButtonProps = Omit<ComponentProps<typeof Button>, 'type'> & {
  to: string
  /** The query that stays in the address. */
  search?: string
}

/** A button that opens the form at an address of ours over this page, with a script and without one. */
export function FormButton({ to, search, ...button }: FormButtonProps) {
  return (
    <Form method="get" action={to} preventScrollReset className="contents">
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...button} />
    </Form>
  )
}
