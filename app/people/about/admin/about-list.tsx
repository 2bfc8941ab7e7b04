import { Trans, useLingui } from '@lingui/react/macro'
import { changeClass, changeWay, SettingsLine, settingClass, WhyLine } from '#app/admin/small-decision.tsx'
import { languages } from '#app/kit/languages.ts'
import type { AboutPage } from '#app/people/about/about.server.ts'
import { bodyMax, titles } from '#app/people/about/about.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { foldAway, useFormAction } from '#app/ui/use-form-action.tsx'

/** The pages about the service, in each language, each with a form to change it. */
export function AboutList({ pages }: { pages: AboutPage[] }) {
  const { t } = useLingui()
  return (
    <section className="grid gap-3" aria-label={t`Pages`}>
      <h2 className="text-xl">
        <Trans>Pages</Trans>
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-card">
        {pages.map((page) => (
          <PageLine key={`${page.name} ${page.language}`} page={page} />
        ))}
      </ul>
    </section>
  )
}

function PageLine({ page }: { page: AboutPage }) {
  const { i18n } = useLingui()
  const { name, language, at } = page
  const label = `${i18n._(titles[name])} · ${languages[language]}`
  return (
    <SettingsLine>
      <h3 className={settingClass}>{label}</h3>
      {at ? (
        <Badge tone="info">
          <Trans>Yours</Trans>
        </Badge>
      ) : (
        <Badge>
          <Trans>First draft</Trans>
        </Badge>
      )}
      <details className={changeClass}>
        <summary className={changeWay}>
          <Trans>
            Change <span className="sr-only">{label}</span>
          </Trans>
        </summary>
        <PageForm page={page} label={label} />
      </details>
    </SettingsLine>
  )
}

function PageForm({ page: { name, language, body, at }, label }: { page: AboutPage; label: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction({ onDone: foldAway })
  return (
    <Form method="post" action="/admin/settings/page" className="mt-2 mb-2 grid max-w-3xl gap-4">
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="language" value={language} />
      <Field
        key={String(at)}
        name="body"
        label={label}
        answer={answer}
        hint={t`An empty line ends a paragraph. Begin a heading with ## and an item of a list with -. A link: [words](/about/fees).`}
      >
        <TextArea rows={16} defaultValue={body} maxLength={bodyMax} className="font-mono text-sm" lang={language} />
      </Field>
      <WhyLine answer={answer} />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyText={t`Saving...`}>{t`Save`}</Button>
        {at && (
          <Button variant="secondary" name="default" value="on" busy={busy} busyText={t`Saving...`}>
            {t`Back to the first draft`}
          </Button>
        )}
      </div>
    </Form>
  )
}
