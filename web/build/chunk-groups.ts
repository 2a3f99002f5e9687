import type { Rolldown } from 'vite'

/**
 * Which modules are built into one file. The bundler would make a file of each small module that pages share: the
 * checkout then asks for 60 scripts, and over HTTP/1.1 a browser fetches six at a time (.size-limit.js has a limit).
 * A group draws in what its modules import.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // What every page needs, in files of its own that outlive a change of ours.
  // Map and lightbox get theirs by being imported late: a group
  // would draw react into the first of them.
  { name: 'react', priority: 3, test: /node_modules\/(react|react-dom|scheduler|@tanstack)\// },
  { name: 'intl', priority: 3, test: /node_modules\/(react-intl|intl-messageformat|@formatjs)\// },
  // The calls that the first page does not make.
  { name: 'calls', priority: 1, test: /\?calls=later$/ },
  // The rest of what every page starts with: one file, not a dozen of a few hundred bytes.
  { name: 'start', tags: ['$initial'], priority: 2 },
  // Cards and what stands on them: the small parts of the first page that most pages share.
  // A part is added here once the first page imports it.
  {
    name: 'cards',
    priority: 1,
    test: /src\/components\/(?:\w+\/)?(badge|category-chip|discount-(badge|cap)|empty-state|error-state|grid|heart-slot|item-(card|tile)|list-section|opens-at|pending|picture|price|query-view|rail|rating|section-head|see-all|skeleton|stepper|store-card|veg-mark)\.tsx|src\/lib\/page\/use-near\.|\/Icon(ArrowRight|Bike)\./,
    minShareCount: 2,
  },
  // What each page starts once it is painted.
  {
    name: 'frame',
    priority: 1,
    test: /src\/lib\/(page\/(after-start|check-place|server-clock|toast-after-reload)|account\/email)\.|\/(last-cart|offer-queries|watch-offers)\.tsx?/,
  },
  // What later pages share. A part that imports an input, a dialog or a schema does not belong to `parts`,
  // which pages without a form load too.
  {
    name: 'kit',
    priority: 1,
    test: /@mantine\/hooks\/.*\/(use-id|use-merged-ref|use-mounted|use-uncontrolled|use-window-event)\.|@mantine\/core\/.*\/(CloseButton|OptionalPortal|Paper|Portal|create-safe-context|get-(auto-contrast-value|default-z-index|env|single-element-child)|is-element|use-resolved-styles-api)\.|react-remove-scroll|tslib|use-sidecar/,
    minShareCount: 2,
  },
  {
    name: 'parts',
    priority: 1,
    test: /src\/(components\/\w+\/(busy-button|chat-link|choice-cards|correction-note|fact|filter-row|kilometres|line-note|directions-link|map-missing|money-back|more|moves|option-(group|row)|page-section|payment-words|price-rows|reconnecting|review-(list|stars)|run-text|saved|stars|step-bar|tabs|use-(back-closes|image-(input|upload)))|features\/account\/sign-in-prompt|contracts\/(payment-result|search-trip|trip-cart)|lib\/(account\/(address-line|image-texts|known-purchases|shrink-image)|page\/(focus-on-mount|leave|rental-links|use-(hash|mounted|object-url))|requests\/(call-timeout|event-stream|fetch-again|paged-list|random-key|store-response|use-adopt-module|use-event-stream|use-run|with-key)|text\/(amount|digits|fold|range|read-amount|time-formats|wall-time)))\.tsx?/,
    minShareCount: 2,
  },
  // The icons that several later parts share. Those that the first page draws stay out of it.
  {
    name: 'icons',
    test: /@tabler\/icons-react\/.*\/Icon(?!(ArrowRight|Bike)\.)\w+\.m?js$/,
    minShareCount: 2,
  },
  {
    name: 'form',
    test: /@floating-ui|@mantine\/core\/.*\/(Checkbox|Combobox|Floating|FocusTrap|InlineInput|Input|InputsGroupFieldset|NativeSelect|PasswordInput|PinInput|Popover|Radio|TextInput|Textarea)\/|src\/components\/\w+\/(code-input|field|password-field)\.tsx/,
    minShareCount: 2,
  },
  {
    name: 'dialog',
    test: /@mantine\/core\/.*\/(Modal|ModalBase|Overlay|ScrollArea)\/|src\/components\/overlay\/(confirm-dialog|dialog)\.tsx/,
    minShareCount: 2,
  },
  {
    name: 'phone',
    test: /libphonenumber|\/zod\/|src\/(components\/\w+\/(contact|phone)-input|lib\/account\/(contact|phone))\./,
    minShareCount: 2,
  },
]
