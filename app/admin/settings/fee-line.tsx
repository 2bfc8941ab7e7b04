import { Trans, useLingui } from '@lingui/react/macro'
import { SecondNeeded, SettingWithForm, WhyLine } from '#app/admin/small-decision.tsx'
import { feePercent } from '#app/kit/fee.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { foldAway, useFormAction } from '#app/ui/use-form-action.tsx'
import { feeTexts } from './choice.ts'
import type { FeeChanged, feeStanding } from './fee.server.ts'

type Standing = Awaited<ReturnType<typeof feeStanding>>

/** The fee of new drives, with its history and a form that changes it. */
export function FeeLine({ fee: { bps, changes, asked } }: { fee: Standing }) {
  const { i18n } = useLingui()
  const label = i18n._(feeTexts.label)
  return (
    <SettingWithForm
      title={label}
      value={<span className="figures">{feePercent(bps)}%</span>}
      isChosen={changes.length > 0}
      waits={asked && <SecondNeeded asked={asked}>{asked.value}%</SecondNeeded>}
    >
      <FeeForm bps={bps} label={label} />
      {changes.length > 0 && <FeeHistory changes={changes} />}
    </SettingWithForm>
  )
}

function FeeForm({ bps, label }: { bps: number; label: string }) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer } = useFormAction({ onDone: foldAway })
  return (
    <Form method="post" action="/admin/settings/fee" className="mt-2 mb-2 grid max-w-xl gap-4">
      {/* The key makes the field start with the current value, also after a change. */}
      <Field key={bps} name="percent" label={label} hint={i18n._(feeTexts.hint)} answer={answer}>
        <Input inputMode="decimal" defaultValue={feePercent(bps)} maxLength={10} />
      </Field>
      <WhyLine answer={answer} />
      <Button className="justify-self-start" busy={busy} busyText={t`Saving...`}>{t`Save`}</Button>
    </Form>
  )
}

/** Each change: from what to what, when, by whom and why. */
function FeeHistory({ changes }: { changes: FeeChanged[] }) {
  const { t } = useLingui()
  return (
    <section className="mb-3 max-w-xl" aria-label={t`Changes of the fee`}>
      <h4 className="font-sans font-semibold">
        <Trans>Changes of the fee</Trans>
      </h4>
      <ol className="divide-y divide-line">
        {changes.map((one) => (
          <FeeChangeLine key={one.id} one={one} />
        ))}
      </ol>
    </section>
  )
}

function FeeChangeLine({ one: { from, to, at, why, by, asked } }: { one: FeeChanged }) {
  const { i18n } = useLingui()
  const [before, after] = [feePercent(from), feePercent(to)]
  const when = momentIn(i18n.locale as Language, at)
  const names = [asked, by].filter((name) => name !== null).join(', ')
  return (
    <li className="py-2">
      <p className="figures font-semibold">
        <Trans>
          From {before}% to {after}%
        </Trans>
      </p>
      <p className="text-muted text-sm">
        {when} <Typed text={names} />
      </p>
      <p className="text-sm">
        <Typed text={why} />
      </p>
    </li>
  )
}
