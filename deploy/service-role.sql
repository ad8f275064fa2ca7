-- compose.yaml's PostgreSQL runs this once, when its volume is empty. It creates the role that the service uses. The role
-- owns nothing, cannot change the schema, and can use objects that the owner's migrations create later.
\getenv password SERVICE_PASSWORD
create role matricula_service login password :'password';
grant usage on schema public to matricula_service;
alter default privileges grant usage on schemas to matricula_service;
alter default privileges grant select, insert, update, delete on tables to matricula_service;
alter default privileges grant select, usage, update on sequences to matricula_service;
