import babel from '@rolldown/plugin-babel'

/** The router asks for modules with a query in their name, so Babel has to be told that they are TypeScript. */
export const wordsMacro = () =>
  babel({
    include: /\/app\/.*\.tsx?(\?.*)?$/,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    // English stays in the code, so an English page needs no catalogue.
    plugins: [['@lingui/babel-plugin-lingui-macro', { descriptorFields: 'message' }]],
  } as unknown as Parameters<typeof babel>[0])
