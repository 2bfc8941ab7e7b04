import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Field, PasswordInput } from '#app/ui/field.tsx'
import { passwordMax, passwordMin } from './people.ts'

type Props = { name?: string; label: ReactNode; answer?: Answer }

/** A field for a new password. Six characters are the rule; the hint helps to choose a better one. */
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

/** 0: nothing typed, 1: easy to guess … 4: very good. A hint, never a rule. */
type Strength = 0 | 1 | 2 | 3 | 4

/** The passwords that attackers try first, also with digits and signs around them. */
const common =
  /^(password|passwort|qwerty\w*|asdf\w*|letmein|welcome|karibu|harambee|kenya|nairobi|iloveyou|mpenzi|jesus|yesu|mungu|admin|secret|siri|abc\w*|football|arsenal|chelsea|manutd?|safaricom|mpesa)$/

/** Rates how hard a password is to guess, by its length and its new characters: repeats and sequences count once. */
export function strengthOf(text: string): Strength {
  if (text === '') return 0
  const core = text.toLowerCase().replace(/[^a-z]/g, '')
  if (text.length < 6 || common.test(core) || /^\d+$/.test(text.length < 12 ? text : '')) return 1
  const worth = newCharacters(text) + kinds(text)
  if (worth < 9) return 1
  if (worth < 12) return 2
  return worth < 16 ? 3 : 4
}

/** Counts characters that neither repeat nor continue the one before, as b continues a. */
function newCharacters(text: string): number {
  const codes = [...text].map((sign) => sign.codePointAt(0)!)
  return codes.filter((code, at) => at === 0 || Math.abs(code - codes[at - 1]!) > 1).length
}

const kinds = (text: string) => [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(text)).length
