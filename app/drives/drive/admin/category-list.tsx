import { Trans, useLingui } from '@lingui/react/macro'
import { changeClass, changeWay, SettingsLine, settingClass, WhyLine } from '#app/admin/small-decision.tsx'
import { categories } from '#app/drives/drive/drive.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { foldAway, useFormAction } from '#app/ui/use-form-action.tsx'
import type { OwnCategoryNow } from './own-categories.server.ts'
import { categoryNameMax, suggestedCategories } from './own-category.ts'

/** Lists the categories that operators added, each with a form that changes it; suggestions; and a form for a new one. */
export function CategoryList({ own }: { own: OwnCategoryNow[] }) {
  const { t, i18n } = useLingui()
  const ten = Object.values(categories).map((words) => i18n._(words))
  const names = new Set(own.map(({ english }) => english.toLowerCase()))
  const suggested = suggestedCategories.filter(({ english }) => !names.has(english.toLowerCase()))
  return (
    <section id="categories" className="grid gap-3" aria-label={t`Categories of fund drives`}>
      <h2 className="text-xl">
        <Trans>Categories of fund drives</Trans>
      </h2>
      <p className="text-muted">
        <Trans>Yours come after the ten that are always there:</Trans> {ten.join(', ')}
      </p>
      <ul className="divide-y divide-line rounded-card border border-line bg-card">
        {own.map((one) => (
          <CategoryLine key={one.id} one={one} />
        ))}
        {suggested.map((one) => (
          <li key={one.english} className="px-4 py-1">
            <Suggestion one={one} />
          </li>
        ))}
        <li className="px-4 py-1">
          <details>
            <summary className={changeWay}>
              <Trans>Add a category</Trans>
            </summary>
            <CategoryForm />
          </details>
        </li>
      </ul>
    </section>
  )
}

function CategoryLine({ one }: { one: OwnCategoryNow }) {
  return (
    <SettingsLine>
      <h3 className={settingClass}>
        {one.english}{' '}
        <span lang="sw" className="font-normal text-muted">
          {one.swahili}
        </span>
      </h3>
      <span className="figures">{one.place}</span>
      {one.hidden && (
        <Badge>
          <Trans>Hidden</Trans>
        </Badge>
      )}
      <details className={changeClass}>
        <summary className={changeWay}>
          <Trans>
            Change{' '}
            <span className="sr-only">
              <Typed text={one.english} />
            </span>
          </Trans>
        </summary>
        <CategoryForm one={one} />
      </details>
    </SettingsLine>
  )
}

/** One press adds it; its reason is written for the administrator. */
function Suggestion({ one: { english, swahili, place } }: { one: (typeof suggestedCategories)[number] }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  const fields = { english, swahili, place, why: t`Suggested category` }
  return (
    <Form method="post" action="/admin/settings/category" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <span className="min-w-0 grow">
        {english}{' '}
        <span lang="sw" className="text-muted">
          {swahili}
        </span>
      </span>
      <ConfirmField answer={answer} />
      <Button variant="secondary" size="small" busy={busy} busyText={t`Saving...`}>
        <Trans>
          Add <span className="sr-only">{english}</span>
        </Trans>
      </Button>
    </Form>
  )
}

function CategoryForm({ one }: { one?: OwnCategoryNow }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction({ onDone: foldAway })
  return (
    <Form method="post" action="/admin/settings/category" className="mt-2 mb-2 grid max-w-xl gap-4">
      {one && <input type="hidden" name="id" value={one.id} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="english" label={<Trans>Name in English</Trans>} answer={answer} required>
          <Input defaultValue={one?.english} maxLength={categoryNameMax} lang="en" />
        </Field>
        <Field name="swahili" label={<Trans>Name in Kiswahili</Trans>} answer={answer} required>
          <Input defaultValue={one?.swahili} maxLength={categoryNameMax} lang="sw" />
        </Field>
      </div>
      <Field
        name="place"
        label={<Trans>Place in the list</Trans>}
        hint={<Trans>From 1 to 999; the smallest number comes first.</Trans>}
        answer={answer}
        required
      >
        <Input inputMode="numeric" defaultValue={one?.place ?? 100} maxLength={3} className="max-w-32" />
      </Field>
      <Checkbox
        name="hidden"
        defaultChecked={one?.hidden}
        label={<Trans>Hidden: new fund drives can’t choose it. Those that have it keep and show it.</Trans>}
      />
      <WhyLine answer={answer} />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyText={t`Saving...`}>{t`Save`}</Button>
        {one && !one.used && (
          <Button
            variant="danger"
            formAction="/admin/settings/category/remove"
            busy={busy}
            busyText={t`Saving...`}
          >{t`Remove`}</Button>
        )}
      </div>
    </Form>
  )
}
