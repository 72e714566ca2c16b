import type { Context } from 'koa';

/** Reason why the first administrator cannot register: the link is wrong, was used before, or is missing. */
type Refusal = 'wrong' | 'used' | 'missing';

type Translation = Record<Refusal | 'title' | 'panel', string>;

const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  en: {
    title: 'First administrator',
    wrong: 'This link is not the one that this site has printed. Copy the whole link from its log.',
    used: 'This link has been used: the site has an administrator, who can invite others.',
    missing:
      'This site has no administrator yet. Open the link that its start has printed in its log.',
    panel: 'To the login',
  },
  de: {
    title: 'Erste Verwaltung',
    wrong:
      'Dieser Link ist nicht der, den die Website ausgegeben hat. Kopieren Sie den ganzen Link aus ihrem Protokoll.',
    used: 'Dieser Link ist verbraucht: Die Website hat eine Verwaltung, die andere einladen kann.',
    missing:
      'Diese Website hat noch keine Verwaltung. Öffnen Sie den Link, den ihr Start ins Protokoll geschrieben hat.',
    panel: 'Zur Anmeldung',
  },
  fr: {
    title: 'Premier administrateur',
    wrong:
      'Ce lien n’est pas celui que le site a affiché. Copiez le lien entier depuis son journal.',
    used: 'Ce lien a déjà servi : le site a un administrateur, qui peut inviter d’autres personnes.',
    missing:
      'Ce site n’a pas encore d’administrateur. Ouvrez le lien que son démarrage a écrit dans le journal.',
    panel: 'Vers la connexion',
  },
  uk: {
    title: 'Перший адміністратор',
    wrong: 'Це не те посилання, яке надрукував сайт. Скопіюйте його повністю з журналу.',
    used: 'Це посилання вже використано: сайт має адміністратора, який може запросити інших.',
    missing:
      'Цей сайт ще не має адміністратора. Відкрийте посилання, яке його запуск записав у журнал.',
    panel: 'До входу',
  },
  ar: {
    title: 'المدير الأول',
    wrong: 'ليس هذا هو الرابط الذي طبعه الموقع. انسخ الرابط كاملًا من سجله.',
    used: 'استُخدم هذا الرابط من قبل: للموقع مدير يستطيع دعوة آخرين.',
    missing: 'ليس لهذا الموقع مدير بعد. افتح الرابط الذي كتبه تشغيله في السجل.',
    panel: 'إلى تسجيل الدخول',
  },
};

const STATUS: Readonly<Record<Refusal, number>> = { wrong: 404, used: 410, missing: 403 };

const STYLE =
  'body{font:18px/1.5 system-ui,sans-serif;max-width:34em;margin:15vh auto;padding:0 1em;color-scheme:light dark}';

/**
 * Answers with a page that explains why the first administrator cannot register.
 * @param panel path of the panel
 */
export const refuseRegistration = (ctx: Context, why: Refusal, panel: string): void => {
  const language = ctx.acceptsLanguages(Object.keys(TRANSLATIONS)) || 'en';
  const translation = TRANSLATIONS[language] ?? TRANSLATIONS.en;
  const link = why === 'used' ? `<p><a href="${panel}">${translation.panel}</a></p>` : '';
  ctx.status = STATUS[why];
  ctx.type = 'html';
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
  ctx.body = `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${translation.title}</title>
<style>${STYLE}</style><main><h1>${translation.title}</h1><p>${translation[why]}</p>${link}</main></html>`;
};
