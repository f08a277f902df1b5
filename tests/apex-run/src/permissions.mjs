// Setup objects: users, profiles and permission sets, and the rights that an assigned permission set adds to a profile.

const flags = (...names) => Object.fromEntries(names.map((name) => [name, { type: 'boolean' }]));

export const SETUP_OBJECTS = {
  User: { keyPrefix: '005', fields: { Username: { type: 'string' }, FirstName: { type: 'string' }, LastName: { type: 'string' }, Name: { type: 'string', createable: false, updateable: false }, Email: { type: 'email' }, Alias: { type: 'string', length: 8 }, ProfileId: { type: 'reference', referenceTo: ['Profile'] }, TimeZoneSidKey: { type: 'picklist' }, LocaleSidKey: { type: 'picklist' }, EmailEncodingKey: { type: 'picklist' }, LanguageLocaleKey: { type: 'picklist' }, IsActive: { type: 'boolean' } } },
  Profile: { keyPrefix: '00e', createable: false, updateable: false, fields: { Name: { type: 'string' }, UserType: { type: 'picklist' }, ...flags('PermissionsModifyAllData', 'PermissionsViewAllData') } },
  PermissionSet: { keyPrefix: '0PS', fields: { Name: { type: 'string', length: 80, required: true }, Label: { type: 'string', length: 80, required: true }, ProfileId: { type: 'reference', referenceTo: ['Profile'] }, IsOwnedByProfile: { type: 'boolean' } } },
  ObjectPermissions: { keyPrefix: '110', fields: { ParentId: { type: 'reference', referenceTo: ['PermissionSet'], required: true }, SobjectType: { type: 'picklist', required: true }, ...flags('PermissionsRead', 'PermissionsCreate', 'PermissionsEdit', 'PermissionsDelete') } },
  FieldPermissions: { keyPrefix: '01k', fields: { ParentId: { type: 'reference', referenceTo: ['PermissionSet'], required: true }, SobjectType: { type: 'picklist', required: true }, Field: { type: 'picklist', required: true }, ...flags('PermissionsRead', 'PermissionsEdit') } },
  PermissionSetAssignment: { keyPrefix: '0Pa', fields: { AssigneeId: { type: 'reference', referenceTo: ['User'], required: true }, PermissionSetId: { type: 'reference', referenceTo: ['PermissionSet'], required: true } } },
};

/** Returns true for a setup object. A customer's triggers, validation and duplicate rules affect it only if they name it. */
export const isSetup = (name) => name in SETUP_OBJECTS;

/**
 * Objects that the platform does not write in one transaction with others.
 * `crates/contracts/src/action_blueprint/setup_objects.rs` has the source of the list, and a test compares the two.
 */
export const UNMIXED_OBJECTS = new Set(['AuthSession', 'ContentWorkspace', 'FieldPermissions', 'ForecastingShare', 'ForecastShare', 'GroupMember', 'ObjectPermissions', 'ObjectTerritory2AssignmentRule', 'ObjectTerritory2AssignmentRuleItem', 'PermissionSet', 'PermissionSetAssignment', 'QueueSobject', 'RuleTerritory2Association', 'SetupEntityAccess', 'Territory', 'Territory2', 'Territory2Model', 'UserPackageLicense', 'UserRole', 'UserTerritory', 'UserTerritory2Association'].map((name) => name.toLowerCase()));
const ACCESS_OF_USERS = ['UserRoleId', 'IsActive', 'ForecastEnabled', 'IsPortalEnabled', 'Username', 'ProfileId'].map((name) => name.toLowerCase());

/** Returns true if the platform treats a write as one of a setup object. */
export function isSetupWrite(kind, object, fields) {
  const name = object.toLowerCase(), sets = [...fields].filter(([, value]) => value !== null).map(([field]) => field.toLowerCase());
  if (name === 'group') return kind === 'delete';
  if (name !== 'user') return UNMIXED_OBJECTS.has(name);
  return kind === 'insert' ? sets.includes('userroleid') : kind === 'delete' || [...fields.keys()].some((field) => ACCESS_OF_USERS.includes(field.toLowerCase()));
}

/** Objects of the runtime, for which customers have no triggers or fields. */
export const isOurs = (name) => /^Planwright\w+__c$/.test(name);

/** Returns the rights that the permission sets of a user grant, by object and by field. */
export function grantsOf(dml, userId) {
  const own = (table) => [...dml.table(table).values()];
  const sets = new Set(own('PermissionSetAssignment').filter((row) => row.get('AssigneeId')?.v === userId).map((row) => row.get('PermissionSetId').v));
  const granted = (table) => own(table).filter((row) => sets.has(row.get('ParentId').v));
  const objects = new Map(), fields = new Map();
  for (const row of granted('ObjectPermissions')) {
    const right = (name) => row.get(`Permissions${name}`) === true;
    objects.set(row.get('SobjectType').toLowerCase(), { read: right('Read'), create: right('Create'), edit: right('Edit'), delete: right('Delete') });
  }
  for (const row of granted('FieldPermissions')) {
    fields.set(row.get('Field').toLowerCase(), { read: row.get('PermissionsRead') === true, create: row.get('PermissionsEdit') === true, edit: row.get('PermissionsEdit') === true });
  }
  return { objects, fields };
}

/** Returns true if profiles and permission sets can contain a field. */
export const isPermissionable = (f) => f.permissionable ?? !(f.name === 'Id' || f.required);

/** Returns the reason why a field permission cannot be granted, or null. Required fields and read-only fields have none. */
export function refusedFieldPermission(schema, row) {
  const [object, name] = String(row.get('Field')).split('.');
  const so = schema.object(object), f = so && name && schema.field(so, name);
  if (!f || !isPermissionable(f)) return 'Field Name: bad value for restricted picklist field: ' + row.get('Field');
  if (row.get('PermissionsEdit') === true && !f.createable && !f.updateable) return 'Field cannot be edited: ' + row.get('Field');
  return null;
}

/** Returns the permission set of each profile, with the objects that it allows to read. */
export function profileGrants(schema, permissions) {
  const readable = schema.all().filter((so) => !isSetup(so.name) && !so.open && schema.can(so, 'read', { permissions }));
  return readable.map((so) => so.name);
}
