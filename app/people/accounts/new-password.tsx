import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Field } from '#app/ui/field.tsx'
import { PasswordInput } from '#app/ui/input.tsx'
import { type Strength, strengthOf } from './password-strength.ts'
import { passwordMax, passwordMin } from './people.ts'

type Props = { name?: string; label: ReactNode; answer?: Answer }

/** A field for choosing a password. Six characters are the rule; the hint helps to choose better. */
export function NewPassword({ name = 'password', label, answer }: Props) {
  const [strength, setStrength] = useState<Strength>(0)
  return (
    <Field name={name} label={label} answer={answer} required hint={<Hint strength={strength} />}>
      <PasswordInput
        autoComplete="new-password"
        minLength={passwordMin}
        maxLength={passwordMax}
        onChange={(event) => setStrength(strengthOf(event.target.value))}
      />
    </Field>
  )
}

const looks = ['bg-line', 'bg-stop', 'bg-warn', 'bg-gain', 'bg-gain'] as const

function Hint({ strength }: { strength: Strength }) {
  return (
    <span className="grid gap-1.5">
      <span aria-hidden="true" className="needs-script grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={`h-1 rounded-badge transition-colors ${step <= strength ? looks[strength] : 'bg-line'}`}
          />
        ))}
      </span>
      <span aria-live="polite">
        <StrengthWords strength={strength} />
      </span>
    </span>
  )
}

function StrengthWords({ strength }: { strength: Strength }) {
  switch (strength) {
    case 0:
      return <Trans>At least 6 characters. Three words in a row are easy to keep and hard to guess.</Trans>
    case 1:
      return <Trans>Easy to guess: make it longer, or use words that do not belong together.</Trans>
    case 2:
      return <Trans>Fair. A few more characters would make it good.</Trans>
    case 3:
      return <Trans>Good.</Trans>
    case 4:
      return <Trans>Very good.</Trans>
  }
}
