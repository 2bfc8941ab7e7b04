import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Field, Input } from '#app/ui/field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Digits } from './claims.tsx'
import type { UnplacedDesk } from './unplaced.ts'

type FieldsProps = { desk: UnplacedDesk; answer: Answer | undefined }

/** Asks which fund drive it was meant for: by a claim, by a similar code, or by a typed one. */
export function PlaceFields({ desk: { claims, near, same }, answer }: FieldsProps) {
  const drives = same ? [same, ...near.filter(({ driveId }) => driveId !== same.driveId)] : near
  const choices = [
    ...claims.map(({ id, name, title, tail, isTailRight }) => ({
      value: `claim ${id}`,
      label: <bdi>{title}</bdi>,
      hint: (
        <>
          <Trans>claimed</Trans>
          {' · '}
          <Digits tail={tail} isRight={isTailRight} />
          {name && (
            <>
              {' · '}
              <bdi>{name}</bdi>
            </>
          )}
        </>
      ),
    })),
    ...drives.map(({ driveId, title, owner, code }) => ({
      value: `drive ${driveId}`,
      label: <bdi>{title}</bdi>,
      hint: (
        <>
          <span className="figures">{code}</span> · <bdi>{owner}</bdi>
        </>
      ),
    })),
    { value: 'typed', label: <Trans>Another fund drive</Trans>, hint: <Trans>Type it below.</Trans> },
  ]
  return (
    <>
      <RadioCards
        legend={<Trans>Fund drive</Trans>}
        name="to"
        columns="grid-cols-1"
        choices={choices}
        defaultValue={answer?.typed?.to}
        answer={answer}
      />
      <Field
        name="typed"
        label={<Trans>Another fund drive</Trans>}
        answer={answer}
        optional
        hint={<Trans>Its code, its short link, or the end of its address.</Trans>}
      >
        <Input maxLength={200} autoComplete="off" />
      </Field>
    </>
  )
}

/** Asks for the code under which M-Pesa sent it back. */
export const SentBackField = ({ answer }: Pick<FieldsProps, 'answer'>) => (
  <CodeField
    label={<Trans>M-Pesa code of the reversal</Trans>}
    hint={<Trans>The M-Pesa portal shows it beside the reversal.</Trans>}
    answer={answer}
  />
)

/** Asks for the code of a refund, which may be a payment of ours to the giver. */
export const RefundCodeField = ({ answer }: Pick<FieldsProps, 'answer'>) => (
  <CodeField
    label={<Trans>M-Pesa code of the refund</Trans>}
    hint={<Trans>The M-Pesa portal shows it beside the reversal or the payment.</Trans>}
    answer={answer}
  />
)

const CodeField = (props: Pick<FieldsProps, 'answer'> & { label: ReactNode; hint: ReactNode }) => (
  <Field name="code" required {...props}>
    <Input maxLength={20} autoComplete="off" autoCapitalize="characters" spellCheck={false} className="figures" />
  </Field>
)
