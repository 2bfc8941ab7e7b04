import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SettingWithForm, WhyLine } from '#app/admin/small-decision.tsx'
import { brandPicture } from '#app/kit/brand.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { FileInput, useAddressOf } from '#app/ui/file-input.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

/** The operator's logo, and the form that changes or removes it. `logo`: the name of its picture; empty for none. */
export function LogoLine({ logo }: { logo: string }) {
  const { t } = useLingui()
  return (
    <section className="grid gap-3" aria-labelledby="logo">
      <h2 id="logo" className="text-xl">
        <Trans>Logo</Trans>
      </h2>
      <ul className="rounded-card border border-line bg-card">
        <SettingWithForm
          title={t`Logo of the product`}
          label={<Trans>the logo</Trans>}
          value={
            logo && (
              <img src={brandPicture(logo, 96)} alt="" width={48} height={48} className="size-12 rounded-control" />
            )
          }
          isChosen={logo !== ''}
        >
          <LogoForm logo={logo} />
        </SettingWithForm>
      </ul>
    </section>
  )
}

function LogoForm({ logo }: { logo: string }) {
  const { t } = useLingui()
  const [file, setFile] = useState<File>()
  // The document carries the logo to the browser, so a new one is seen in a new document.
  const { Form, busy, answer } = useFormAction({ onDone: () => location.reload() })
  const preview = useAddressOf(file)
  return (
    <Form
      method="post"
      action="/admin/settings/logo"
      encType="multipart/form-data"
      className="mt-2 mb-2 grid max-w-xl gap-4"
    >
      <Field
        name="image"
        label={<Trans>Picture</Trans>}
        hint={<Trans>PNG or WebP, up to 512 kB. Its middle is cut out as a square.</Trans>}
        answer={answer}
      >
        <FileInput chosen={file?.name} accept="image/png,image/webp" onChoose={setFile} />
      </Field>
      {preview && <img src={preview} alt={t`Preview`} className="size-24 rounded-control object-cover" />}
      <WhyLine answer={answer} />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyText={t`Saving...`}>{t`Save`}</Button>
        {logo && (
          <Button variant="secondary" name="remove" value="on" busy={busy} busyText={t`Saving...`}>
            {t`Remove the logo`}
          </Button>
        )}
      </div>
    </Form>
  )
}
