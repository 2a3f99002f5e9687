import { readdirSync } from 'node:fs'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import importX from 'eslint-plugin-import-x'
import tseslint from 'typescript-eslint'

// Read from the folders, so that a new feature is covered at once.
const features = readdirSync(new URL('./src/features', import.meta.url))

const hrefSyntax = {
  selector:
    "CallExpression[callee.property.name='navigate'] Property[key.name='href'] > :matches(Literal, TemplateLiteral), CallExpression[callee.name='navigate'] Property[key.name='href'] > :matches(Literal, TemplateLiteral)",
  message: 'Name the route: navigate({ to, params, search }).',
}

/** What docs/glossary.md has another word for. */
const bannedWords = ['courier', 'couriers', 'basket', 'baskets', 'anew']
const wordsSyntax = {
  selector: 'Identifier[name=/^(?!Icon).*(courier|basket)/i]',
  message: 'See docs/glossary.md: it is a rider, a cart.',
}

/** The folders of src/lib, each of which may import those before it. All may import the generated src/lib/api. */
const libFolders = ['text', 'scope', 'requests', 'page', 'account']

/** The same for the folders of src/components. All may import the files beside the folders. */
const componentFolders = [
  'loading',
  'form',
  'overlay',
  'layout',
  'price',
  'upload',
  'map',
  'contact',
  'trip',
  'review',
  'catalog',
  'offer',
  'account',
  'conversation',
  'balance',
  'refund',
  'payment',
  'purchase',
]

const inComponents = readdirSync(new URL('./src/components', import.meta.url), { withFileTypes: true })
const componentFiles = inComponents.filter((entry) => entry.isFile()).map(({ name }) => `./${name}`)
for (const { name } of inComponents.filter((entry) => entry.isDirectory())) {
  if (!componentFolders.includes(name)) throw new Error(`src/components/${name} has no place in componentFolders`)
}

/** Folders of which each may import those before it, and what is `free` to all. */
const oneWay = (root, folders, free) =>
  folders.map((folder, index) => ({
    target: `./src/${root}/${folder}/!(*.test).{ts,tsx}`,
    from: `./src/${root}`,
    except: [...free, ...folders.slice(0, index + 1).map((allowed) => `./${allowed}`)],
    message: `Imports in src/${root} go one way: ${folders.join(' ← ')}.`,
  }))

const timesMessage = "A time is written in a named zone, by '@/lib/text/times'."
const timesSyntax = [
  'CallExpression > MemberExpression.callee > Identifier.property[name=/^(toLocale(Date|Time)?String|get(Hours|Minutes|Day|Date))$/]',
  "MemberExpression[object.name='Intl'][property.name='DateTimeFormat']",
  'Property > Identifier.key[name=/^format(Date|Time)/]',
  'MemberExpression > Identifier.property[name=/^format(Date|Time)/]',
  'JSXIdentifier[name=/^Formatted(Date|Time|RelativeTime)/]',
].map((selector) => ({ selector, message: timesMessage }))

// What the town's people write may be in any direction, whatever the page's is.
const townFields =
  'name|store_name|item_name|customer_name|module_name|tagline|description|brand|address|location|comment|reply|summary|title|text|label|order_note|delivery_instruction|unavailable_item_note|additional_information|contact_person_name|f_name|business_name|kicker|second_label|email'
const townMessage = 'What people of the town write stands in a <bdi>: its direction is its own.'
const townField = `MemberExpression[property.name=/^(${townFields})$/]`
const townSyntax = [townField, 'Identifier[name=/^(name|title|subTitle|location|summary)$/]']
  .flatMap((written) => [written, `LogicalExpression[operator=/^(\\|\\||\\?\\?)$/] > ${written}`])
  .map(
    (written) =>
      `JSXElement:not([openingElement.name.name='bdi']):not([openingElement.name.name='option']) > JSXExpressionContainer > ${written}`,
  )
  .concat(`JSXElement[openingElement.name.name='FormattedMessage'] Property > ${townField}.value`)
  .map((selector) => ({ selector, message: townMessage }))

export default tseslint.config(
  { ignores: ['dist', 'coverage', 'public', 'scripts', 'src/lib/api', 'src/route-tree.gen.ts'] },
  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    languageOptions: { parser: tseslint.parser },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.json' })] },
    rules: {
      'no-warning-comments': ['error', { terms: bannedWords, location: 'anywhere' }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'react-intl', importNames: ['defineMessages'], message: "It is in '@/lib/text/messages'." },
            { name: 'react', importNames: ['lazy'], message: "A file may not come: use '@/components/loading/lazy'." },
          ],
        },
      ],
      'import-x/no-unresolved': ['error', { ignore: ['^virtual:', '\\.css$', '\\?'] }],
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [
            ...features.map((feature) => ({
              target: `./src/features/${feature}`,
              from: './src/features',
              except: [`./${feature}`],
              message: 'Features do not import each other: a route puts them together.',
            })),
            { target: './src/features', from: './src/routes', message: 'Routes use features, never the reverse.' },
            {
              target: ['./src/components', './src/contracts', './src/lib'],
              from: ['./src/features', './src/routes'],
              message: 'What all features share knows none of them.',
            },
            {
              target: ['./src/contracts', './src/lib'],
              from: './src/components',
              message: 'Only components and features draw.',
            },
            { target: './src/lib', from: './src/contracts', message: 'Contracts are for features and components.' },
            ...oneWay('lib', libFolders, ['./api']),
            ...oneWay('components', componentFolders, componentFiles),
          ],
        },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/lib/text/times.ts', 'src/lib/text/wall-time.ts', 'src/**/*.test.*', 'src/test/**'],
    rules: { 'no-restricted-syntax': ['error', ...timesSyntax, hrefSyntax, wordsSyntax] },
  },
  { files: ['src/components/loading/lazy.tsx'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['src/**/*.tsx'],
    ignores: ['src/**/*.test.tsx', 'src/test/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...timesSyntax,
        hrefSyntax,
        wordsSyntax,
        {
          selector: 'JSXOpeningElement[name.name="Button"] > JSXAttribute[name.name="loading"]',
          message: "It would lose the focus: use '@/components/form/busy-button'.",
        },
        ...townSyntax,
        { selector: 'JSXText[value=/\\p{L}{2,}/u]', message: 'Every string is a message (I18N-01).' },
        {
          selector:
            'JSXAttribute[name.name=/^(aria-label|alt|title|placeholder|label|description)$/] > Literal[value=/\\p{L}/u]',
          message: 'Every string is a message (I18N-01).',
        },
      ],
    },
  },
)
