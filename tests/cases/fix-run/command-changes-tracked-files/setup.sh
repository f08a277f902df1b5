mkdir -p repo/src outside
echo main > repo/src/main.txt
echo old > repo/src/old.txt
echo secret > outside/secret.txt
cat > editor.sh <<'END'
#!/bin/sh
echo edited >> src/main.txt
END
chmod +x editor.sh
echo 'echo other > src/old.txt' > repo/rewrite.sh
echo 'touch src/main.txt; echo made > made.txt; cp src/main.txt copy && cat copy > src/main.txt' > repo/touch.sh
echo 'rm src/old.txt; exit 4' > repo/fails.sh
git init -q repo
git -C repo add -A
git -C repo -c user.name=a -c user.email=a@example.org commit -qm start
