{{/*
The pod of a Job or of the test, `(dict "root" $ "component" … "restartPolicy" … "container" … "volumes" …)`. At a pre-install hook
the release's ServiceAccounts do not exist yet, so it has the namespace's own, without a token.
*/}}
{{- define "gatehouse.jobPod" -}}
{{- $settings := include "gatehouse.settings" (list .root "jobs") | fromYaml -}}
{{- $container := .container | fromYaml -}}
{{- with omit $container "image" "args" "env" "volumeMounts" -}}
{{- fail (printf "the container of a job has fields that its pod does not take: %s" (keys . | join ", ")) -}}
{{- end -}}
metadata:
  labels:
    {{- include "gatehouse.labels" (list .root .component) | nindent 4 }}
    {{- with $settings.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with $settings.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  restartPolicy: {{ .restartPolicy }}
  {{- include "gatehouse.podBasics" .root | nindent 2 }}
  {{- with $settings.initContainers }}
  initContainers:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ .component }}
      image: {{ $container.image }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      {{- include "gatehouse.containerSecurity" .root | nindent 6 }}
      {{- /* Not the command: the image's entry point ends the process on a signal, also while it starts. */}}
      {{- with $container.args }}
      args:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      env:
        {{- include "gatehouse.mergedEnv" (list $container.env $settings.extraEnv) | nindent 8 }}
      {{- with $settings.extraEnvFrom }}
      envFrom:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      resources:
        {{- toYaml (default .root.Values.migrations.resources .resources) | nindent 8 }}
      {{- with concat (default list $container.volumeMounts) $settings.extraVolumeMounts }}
      volumeMounts:
        {{- toYaml . | nindent 8 }}
      {{- end }}
  {{- with concat (fromYamlArray .volumes) $settings.extraVolumes }}
  volumes:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- include "gatehouse.scheduling" $settings | nindent 2 }}
{{- end -}}

{{/* The one container of the migration Job, so that Helm finds its log: `migrate`, and `provision-roles` if the chart sets passwords. */}}
{{- define "gatehouse.migrationContainer" -}}
image: {{ include "gatehouse.image" (list . .Values.migrations.image.repository .Values.migrations.image.digest) }}
{{- $provisions := and .Values.database.provisionRoles (not .Values.cluster.enabled) }}
args: [migrate{{ if $provisions }}, provision-roles{{ end }}]
env:
  {{- include "gatehouse.databaseEnv" (list . "owner") | nindent 2 }}
  - name: DATABASE_WAIT_SECONDS
    value: {{ div .Values.migrations.activeDeadlineSeconds 2 | quote }}
  {{- if $provisions }}
  {{- range $name := include "gatehouse.databaseParts" . | splitList " " }}
  - name: {{ upper $name }}_SERVICE_PASSWORD
    valueFrom:
      secretKeyRef:
        name: {{ include "gatehouse.passwordSecret" (list $ $name) }}
        key: {{ (index $.Values.database.passwordSecrets $name).key }}
        {{- if and (eq $name "retention") $.Values.externalSecrets.enabled $.Release.IsUpgrade }}
        # The upgrade that enables the job creates its Secret after this hook; the next one sets the password.
        optional: true
        {{- end }}
  {{- end }}
  {{- end }}
volumeMounts:
  {{- include "gatehouse.databaseMounts" (list . "owner") | nindent 2 }}
{{- end -}}

{{- define "gatehouse.firstAdminContainer" -}}
image: {{ include "gatehouse.serviceImage" (list . "identity" (include "gatehouse.settings" (list . "identity") | fromYaml)) }}
args:
  - services/identity/src/admin-invite.ts
  - {{ printf "--email=%s" .Values.firstAdmin.email | quote }}
  - {{ printf "--name=%s" .Values.firstAdmin.name | quote }}
  - {{ printf "--role=%s" .Values.firstAdmin.role | quote }}
  - --hours={{ int .Values.firstAdmin.hours }}
  # It runs again after an upgrade: operators may have disabled or demoted the account since.
  - --only-first
env:
  {{- include "gatehouse.databaseEnv" (list . "owner") | nindent 2 }}
  - name: TEAM_HOST
    value: {{ include "gatehouse.host" (list . "team") | quote }}
  - name: PUBLIC_SCHEME
    value: {{ .Values.hosts.scheme }}
volumeMounts:
  {{- include "gatehouse.databaseMounts" (list . "owner") | nindent 2 }}
{{- end -}}
{{- define "gatehouse.firstAdminPod" -}}
{{- include "gatehouse.jobPod" (dict "root" . "component" "first-admin" "restartPolicy" "OnFailure" "container" (include "gatehouse.firstAdminContainer" .) "volumes" (include "gatehouse.databaseVolumes" (list . "owner"))) -}}
{{- end -}}
{{/* The name of the first admin's Job: a Job cannot change, so another pod needs another name. */}}
{{- define "gatehouse.firstAdminName" -}}
{{- printf "first-admin-%s" (include "gatehouse.firstAdminPod" . | sha256sum | trunc 6) -}}
{{- end -}}

{{- define "gatehouse.retentionContainer" -}}
image: {{ include "gatehouse.image" (list . .Values.migrations.image.repository .Values.migrations.image.digest) }}
args: [retention]
env:
  {{- include "gatehouse.databaseEnv" (list . "retention") | nindent 2 }}
  {{- with include "gatehouse.documentsEnv" (list . "retention") }}
  {{- . | nindent 2 }}
  {{- end }}
  - name: LOG_LEVEL
    value: {{ .Values.logLevel }}
volumeMounts:
  {{- include "gatehouse.databaseMounts" (list . "retention") | nindent 2 }}
{{- end -}}

{{/*
How hooks are deleted. Helm 4 prints the log of a failed one first; with Helm 3 it stays, so that its log can be read. Helm 3 would
also delete the pod of `helm test --logs` before it reads its log.
*/}}
{{- define "gatehouse.hookDeletePolicy" -}}
{{- $isHelm4 := semverCompare ">=4.0.0-0" .Capabilities.HelmVersion.Version -}}
before-hook-creation,hook-succeeded{{ if $isHelm4 }},hook-failed{{ end }}
{{- end -}}
{{- define "gatehouse.testDeletePolicy" -}}
{{- semverCompare ">=4.0.0-0" .Capabilities.HelmVersion.Version | ternary (include "gatehouse.hookDeletePolicy" .) "before-hook-creation" -}}
{{- end -}}
