-- CreateTable
CREATE TABLE "legal_texts" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "locale" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "legal_texts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "legal_texts_kind_version_locale_key" ON "legal_texts"("kind", "version", "locale");

-- AlterTable
ALTER TABLE "enrollments" ADD COLUMN "terms_text_id" INTEGER;

-- AlterTable
ALTER TABLE "consents" ADD COLUMN "terms_text_id" INTEGER;

-- CreateIndex
CREATE INDEX "enrollments_terms_text_id_idx" ON "enrollments"("terms_text_id");

-- CreateIndex
CREATE INDEX "consents_terms_text_id_idx" ON "consents"("terms_text_id");

-- AddForeignKey
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_terms_text_id_fkey" FOREIGN KEY ("terms_text_id") REFERENCES "legal_texts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_terms_text_id_fkey" FOREIGN KEY ("terms_text_id") REFERENCES "legal_texts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TRIGGER "legal_texts_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "legal_texts" FOR EACH STATEMENT EXECUTE FUNCTION record_change('settings');

-- What has been accepted stays as it was accepted.
CREATE FUNCTION refuse_legal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A legal text is never changed or deleted: import another version.';
END $$;
CREATE TRIGGER "legal_texts_kept" BEFORE UPDATE OR DELETE ON "legal_texts" FOR EACH ROW EXECUTE FUNCTION refuse_legal_change();

-- The texts to begin with, until the school imports its own.
INSERT INTO "legal_texts" ("kind", "version", "locale", "text", "sha256")
SELECT kind, 1, locale, text, encode(sha256(convert_to(text, 'UTF8')), 'hex') FROM (VALUES
  ('terms', 'es', $legal$# Condiciones de la matrícula

Al enviar la solicitud pides una plaza en {school}. Estas son las condiciones que aceptas al marcar la casilla del final del formulario.

## Qué pides

El formulario registra una solicitud de plaza para un curso escolar. Recibirás una referencia y la solicitud quedará pendiente hasta que secretaría la revise.

La solicitud no garantiza plaza. Cuando hay más solicitudes que plazas, la escuela tiene en cuenta el orden de tus preferencias, la edad y el nivel.

## Quién puede matricularse

Las personas de 18 años o más se matriculan ellas mismas. A las menores las matricula su madre, su padre o quien las tutele legalmente, que también debe tener 18 años o más.

Quien firma como tutor o tutora declara que lo es. Si indicas una segunda persona tutora, le escribiremos para que lo sepa y complete sus datos.

## Datos verdaderos

Los datos deben ser verdaderos y estar al día, porque con ellos te avisamos y hacemos los certificados. Si algo cambia, escribe a {mail}. Cada persona se registra una sola vez, con su propio correo y su propio documento.

## Precios y pagos

El precio de cada estudio es la suma de los precios de sus asignaturas para el curso elegido, tal como se muestran en el formulario. Enviar la solicitud no cuesta nada: la escuela indica cómo y cuándo se paga al confirmar la plaza.

## Tu cuenta

Después de enviar la solicitud, cada persona con correo recibe un mensaje con un enlace para crear su contraseña. El enlace es personal y caduca. Guarda la contraseña y no la compartas.

## Anular la solicitud

Puedes anular la solicitud sin coste mientras la plaza no esté confirmada: escribe a {mail} o llama al {phone} con la referencia. Como consumidor tienes además 14 días naturales para desistir de un contrato celebrado a distancia, salvo que las clases hayan empezado a petición tuya.

## Clases y horarios

Los horarios se asignan antes de empezar el curso. La escuela puede cambiar un horario, un aula o un profesor por razones de organización, y avisa con antelación. Si un grupo no llega al número mínimo de alumnos, te ofrecemos otra opción o la devolución de lo pagado.

## Tus datos

Tratamos los datos como explica la página de [privacidad](/privacy).
$legal$),
  ('terms', 'ca', $legal$# Condicions de la matrícula

En enviar la sol·licitud demanes una plaça a {school}. Aquestes són les condicions que acceptes quan marques la casella del final del formulari.

## Què demanes

El formulari registra una sol·licitud de plaça per a un curs escolar. Rebràs una referència i la sol·licitud quedarà pendent fins que secretaria la revisi.

La sol·licitud no garanteix la plaça. Quan hi ha més sol·licituds que places, l’escola té en compte l’ordre de les teves preferències, l’edat i el nivell.

## Qui es pot matricular

Les persones de 18 anys o més es matriculen elles mateixes. Les menors, les matricula la mare, el pare o qui en tingui la tutela legal, que també ha de tenir 18 anys o més.

Qui signa com a tutor o tutora declara que ho és. Si indiques una segona persona tutora, li escriurem perquè ho sàpiga i completi les seves dades.

## Dades verdaderes

Les dades han de ser verdaderes i estar al dia, perquè amb elles t’avisem i fem els certificats. Si res canvia, escriu a {mail}. Cada persona es registra una sola vegada, amb el seu propi correu i el seu propi document.

## Preus i pagaments

El preu de cada estudi és la suma dels preus de les seves assignatures per al curs triat, tal com es mostren al formulari. Enviar la sol·licitud no costa res: l’escola indica com i quan es paga en confirmar la plaça.

## El teu compte

Després d’enviar la sol·licitud, cada persona amb correu rep un missatge amb un enllaç per crear la contrasenya. L’enllaç és personal i caduca. Desa la contrasenya i no la comparteixis.

## Anul·lar la sol·licitud

Pots anul·lar la sol·licitud sense cost mentre la plaça no estigui confirmada: escriu a {mail} o truca al {phone} amb la referència. Com a consumidor tens, a més, 14 dies naturals per desistir d’un contracte fet a distància, tret que les classes hagin començat a petició teva.

## Classes i horaris

Els horaris s’assignen abans de començar el curs. L’escola pot canviar un horari, una aula o un professor per raons d’organització, i avisa amb antelació. Si un grup no arriba al nombre mínim d’alumnes, t’oferim una altra opció o la devolució del que s’hagi pagat.

## Les teves dades

Tractem les dades tal com explica la pàgina de [privacitat](/privacy).
$legal$),
  ('terms', 'en', $legal$# Enrollment terms

By sending the form you ask for a place at {school}. These are the terms that you accept by ticking the box at the end.

## What you ask for

The form records a request for a place in one school year. You get a reference, and the request is pending until the school office has looked at it.

The request does not guarantee a place. When there are more requests than places, the school considers the order of your choices, the age and the level.

## Who can enroll

People aged 18 or older enroll themselves. Children are enrolled by a parent or legal guardian, who must also be 18 or older.

Whoever fills in the form as a guardian declares to be one. If you name a second guardian, we write to them so that they know and can complete their details.

## True details

The details must be true and up to date, because we use them to reach you and for certificates. If something changes, write to {mail}. Each person is registered once, with an e-mail address and a document of their own.

## Prices and payment

The price of a course is the sum of the prices of its subjects in the year you choose, as the form shows them. Sending the request costs nothing: the school tells you how and when to pay when it confirms the place.

## Your account

After the request is sent, each person with an e-mail address receives a message with a link to set a password. The link is personal and expires. Keep the password to yourself.

## Withdrawing the request

You can withdraw the request at no cost until the place is confirmed: write to {mail} or call {phone} and give the reference. As a consumer you also have 14 calendar days to withdraw from a contract made at a distance, unless classes began earlier because you asked for it.

## Classes and timetables

Timetables are assigned before the year begins. The school may change a time, a room or a teacher for reasons of organization, and says so in advance. If a group does not reach the minimum number of students, we offer you another option or return what you paid.

## Your data

We treat data as the [privacy](/privacy) page explains.
$legal$),
  ('privacy', 'es', $legal$# Privacidad

Qué datos recogemos con la solicitud, para qué, durante cuánto tiempo y qué puedes hacer con ellos.

## Quién responde de los datos

{school}, {address}. Puedes escribir a {mail} o llamar al {phone}.

## Qué datos y para qué

- Nombre, fecha de nacimiento y documento: para saber quién pide plaza, quién le representa y para los certificados.
- Correo, teléfono y dirección: para avisarte de la plaza, los horarios y los pagos.
- Experiencia, especialidades y estudios elegidos: para asignar plaza y nivel.
- Observaciones: lo que quieras contarnos. No hace falta que escribas datos de salud; si necesitas una adaptación, puedes hablarlo con secretaría.
- Qué condiciones aceptaste y cuándo: para poder demostrarlo.

## Por qué podemos tratarlos

Porque son necesarios para atender tu solicitud y, después, para la relación entre la escuela y el alumno (artículo 6.1.b del Reglamento General de Protección de Datos), y para cumplir obligaciones legales (artículo 6.1.c). No los usamos para publicidad ni para decisiones automáticas.

## Menores

Los datos de una persona menor los facilita quien la representa. El menor solo recibe mensajes si se indica un correo suyo.

## Mientras rellenas el formulario

Tus respuestas se guardan cifradas en el servidor de la escuela para que no se pierdan, y se borran solas a las 72 horas. Puedes borrarlas antes en cualquier página del formulario. El navegador solo guarda una cookie técnica que sirve para encontrarlas y dura 30 días: no contiene datos tuyos y no hace falta tu consentimiento. No hay cookies de publicidad ni de análisis, ni se carga nada de otras empresas.

## Cuánto tiempo

La solicitud y los datos de la cuenta se conservan mientras seas alumno o tutor y, después, durante los plazos legales en que puedan exigirse responsabilidades. Las solicitudes que no llegan a plaza se borran al terminar el curso para el que se hicieron, si lo pides o si la ley no obliga a conservarlas.

## Quién los ve

El personal de la escuela que los necesita para su trabajo y los proveedores que prestan servicio por encargo de la escuela, como el alojamiento y el envío de correos, con contrato y sin poder usarlos para otra cosa. Si un proveedor está fuera del Espacio Económico Europeo, se aplican las garantías que exige el Reglamento. No vendemos ni cedemos datos.

## Tus derechos

Puedes pedir acceso, rectificación, supresión, limitación, oposición y portabilidad escribiendo a {mail}. Contestamos en un mes como máximo. Si crees que no lo hacemos bien, puedes reclamar ante la Agencia Española de Protección de Datos (aepd.es).
$legal$),
  ('privacy', 'ca', $legal$# Privacitat

Quines dades recollim amb la sol·licitud, per a què, durant quant de temps i què hi pots fer.

## Qui respon de les dades

{school}, {address}. Pots escriure a {mail} o trucar al {phone}.

## Quines dades i per a què

- Nom, data de naixement i document: per saber qui demana plaça, qui el representa i per als certificats.
- Correu, telèfon i adreça: per avisar-te de la plaça, els horaris i els pagaments.
- Experiència, especialitats i estudis triats: per assignar plaça i nivell.
- Observacions: el que ens vulguis explicar. No cal que hi escriguis dades de salut; si necessites una adaptació, en pots parlar amb secretaria.
- Quines condicions vas acceptar i quan: per poder-ho demostrar.

## Per què les podem tractar

Perquè són necessàries per atendre la teva sol·licitud i, després, per a la relació entre l’escola i l’alumne (article 6.1.b del Reglament General de Protecció de Dades), i per complir obligacions legals (article 6.1.c). No les fem servir per a publicitat ni per a decisions automàtiques.

## Menors

Les dades d’una persona menor les facilita qui la representa. El menor només rep missatges si s’indica un correu seu.

## Mentre omples el formulari

Les respostes es desen xifrades al servidor de l’escola perquè no es perdin, i s’esborren soles al cap de 72 hores. Les pots esborrar abans a qualsevol pàgina del formulari. El navegador només desa una galeta tècnica que serveix per trobar-les i dura 30 dies: no conté dades teves i no necessita el teu consentiment. No hi ha galetes de publicitat ni d’anàlisi, ni es carrega res d’altres empreses.

## Quant de temps

La sol·licitud i les dades del compte es conserven mentre siguis alumne o tutor i, després, durant els terminis legals en què es puguin exigir responsabilitats. Les sol·licituds que no arriben a plaça s’esborren en acabar el curs per al qual es van fer, si ho demanes o si la llei no obliga a conservar-les.

## Qui les veu

El personal de l’escola que les necessita per a la seva feina i els proveïdors que presten servei per encàrrec de l’escola, com l’allotjament i l’enviament de correus, amb contracte i sense poder-les fer servir per a res més. Si un proveïdor és fora de l’Espai Econòmic Europeu, s’apliquen les garanties que exigeix el Reglament. No venem ni cedim dades.

## Els teus drets

Pots demanar accés, rectificació, supressió, limitació, oposició i portabilitat escrivint a {mail}. Contestem en un mes com a màxim. Si creus que no ho fem bé, pots reclamar a l’Agència Espanyola de Protecció de Dades (aepd.es).
$legal$),
  ('privacy', 'en', $legal$# Privacy

Which data we collect with a request, what for, for how long, and what you can do about it.

## Who is responsible for the data

{school}, {address}. You can write to {mail} or call {phone}.

## Which data, and what for

- Name, birth date and document: to know who asks for a place, who acts for them, and for certificates.
- E-mail, telephone and address: to tell you about the place, the timetable and payments.
- Experience, specialities and courses chosen: to assign a place and a level.
- Observations: whatever you want to tell us. You need not write about health; if you need an adjustment, you can talk to the school office.
- Which terms you accepted, and when: to be able to show it.

## Why we may use them

Because they are needed to answer your request and, afterwards, for the relation between school and student (article 6(1)(b) of the General Data Protection Regulation), and to meet legal obligations (article 6(1)(c)). We do not use them for advertising or for automated decisions.

## Children

A child’s data are given by whoever represents the child. The child only receives messages if you give an e-mail address of their own.

## While you fill in the form

Your answers are kept encrypted on the school’s server so that they are not lost, and are deleted after 72 hours. You can delete them sooner on any page of the form. The browser only keeps a technical cookie that serves to find them and lasts for 30 days: it contains no data about you and needs no consent. There are no advertising or analytics cookies, and nothing is loaded from other companies.

## For how long

The request and the account’s data are kept while you are a student or guardian and, afterwards, for as long as the law allows claims to be made. Requests that do not lead to a place are deleted when the school year they were made for ends, if you ask for it or if the law does not oblige us to keep them.

## Who sees them

The school’s staff who need them for their work, and providers who work on the school’s behalf, such as hosting and e-mail, under contract and for nothing else. If a provider is outside the European Economic Area, the safeguards that the Regulation requires apply. We do not sell data or pass them on.

## Your rights

You can ask for access, correction, deletion, restriction, objection and portability by writing to {mail}. We answer within a month. If you think that we do not do this well, you can complain to the Spanish Data Protection Agency (aepd.es).
$legal$)
) AS initial(kind, locale, text);
