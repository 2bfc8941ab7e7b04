import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/input.tsx'
import { type Method, recordedMethodWords } from './recorded.ts'

type MethodSelectProps = {
  methods: readonly Method[]
  answer: Answer | undefined
  required?: boolean
  first?: Method
  /** The words while none is chosen; without them one is chosen from the beginning. */
  none?: string
}

/** Chooses how a gift that did not pass through us was given. */
export function MethodSelect({ methods, answer, required, first, none }: MethodSelectProps) {
  const { i18n } = useLingui()
  return (
    <Field label={<Trans>How was it given?</Trans>} name="method" answer={answer} required={required}>
      <Select defaultValue={first ?? ''}>
        {none !== undefined && <option value="">{none}</option>}
        {methods.map((method) => (
          <option key={method} value={method}>
            {i18n._(recordedMethodWords[method])}
          </option>
        ))}
      </Select>
    </Field>
  )
}
