import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { changeClass, changeWay, SettingsLine, settingClass, WhyLine } from '#app/admin/small-decision.tsx'
import { kesFor } from '#app/drives/views/package.ts'
import { dollarText, moneyText } from '#app/kit/money.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { foldAway, useFormAction } from '#app/ui/use-form-action.tsx'
import type { PackageNow } from './packages.server.ts'

/** Lists the packages of view credits, each with a form that replaces it; and a form for a new one. */
export function PackageList({ packages, rate }: { packages: PackageNow[]; rate: number }) {
  return (
    <section className="grid gap-3" aria-labelledby="packages">
      <h2 id="packages" className="text-xl">
        <Trans>Packages</Trans>
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-card">
        {packages.map((one) => (
          <SettingsLine key={one.id}>
            <PackageLine one={one} rate={rate} />
            <details className={changeClass}>
              <summary className={changeWay}>
                <Trans>
                  Change{' '}
                  <span className="sr-only">
                    <Typed text={one.name} />
                  </span>
                </Trans>
              </summary>
              <PackageForm one={one} />
            </details>
          </SettingsLine>
        ))}
        <li className="px-4 py-1">
          <details>
            <summary className={changeWay}>
              <Trans>Add a package</Trans>
            </summary>
            <PackageForm />
          </details>
        </li>
      </ul>
    </section>
  )
}

function PackageLine({ one: { name, description, amount, views }, rate }: { one: PackageNow; rate: number }) {
  return (
    <>
      <h3 className={settingClass}>
        {name}{' '}
        <span dir="auto" className="font-normal text-muted">
          {description}
        </span>
      </h3>
      <span className="figures">
        <Plural value={views} one="# view" other="# views" />
      </span>
      <span className="figures">
        {amount === 0 ? <Trans>Free</Trans> : `${dollarText(amount)} · ${moneyText(kesFor(amount, rate), 'KSH')}`}
      </span>
    </>
  )
}

function PackageForm({ one }: { one?: PackageNow }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction({ onDone: foldAway })
  const isFree = one?.amount === 0
  return (
    <Form method="post" action="/admin/settings/package" className="mt-2 mb-2 grid max-w-xl gap-4">
      {one && <input type="hidden" name="id" value={one.id} />}
      <Field name="name" label={<Trans>Name</Trans>} answer={answer} required>
        <Input defaultValue={one?.name} maxLength={60} readOnly={isFree} />
      </Field>
      <Field name="description" label={<Trans>Description</Trans>} answer={answer} optional>
        <Input defaultValue={one?.description} maxLength={500} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          name="views"
          label={<Trans>Views</Trans>}
          answer={answer}
          required
          hint={isFree && <Trans>Of new fund drives. From 0 to 10,000. Fund drives that exist keep theirs.</Trans>}
        >
          <Input inputMode="numeric" defaultValue={one?.views} />
        </Field>
        <Field name="amount" label={<Trans>Price in dollars</Trans>} answer={answer} required>
          <Input inputMode="decimal" defaultValue={one ? one.amount / 100 : ''} readOnly={isFree} />
        </Field>
      </div>
      <WhyLine answer={answer} />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyText={t`Saving...`}>{t`Save`}</Button>
        {one && !isFree && (
          <Button
            variant="danger"
            formAction="/admin/settings/package/close"
            busy={busy}
            busyText={t`Saving...`}
          >{t`Take from sale`}</Button>
        )}
      </div>
    </Form>
  )
}
